// A thread tries until it gets the lock, and counts. That it tries 100 times is only explored as far as the
// other one gets its turn.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py fair %mcmini %t
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tries;

static void *holds(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, holds, NULL);
  while (pthread_mutex_trylock(&lock) != 0) {
    tries++;
    sched_yield();
  }
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
