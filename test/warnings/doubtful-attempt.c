// An exchange that fails to take the lock writes to it. The loop polls then, which loses nothing: the assertion
// fails in one of its turns.
// RUN: %mcmini-cc -g %s -o %t
// RUN: python3 %S/Inputs/shows.py doubtful-attempt %mcmini %t
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int word;

static void *taker(void *argument) {
  while (atomic_load(&word) != 0 || atomic_exchange(&word, 1) != 0)
    sched_yield();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, taker, NULL);
  atomic_store(&word, 2);
  assert(atomic_load(&word) != 1);
  atomic_store(&word, 0);
  pthread_join(thread, NULL);
  return 0;
}
