// A loop that seems to wait ends by itself, as an instruction of unseen code says. Then it polls, which loses
// nothing: the assertion fails where it has ended too early.
// RUN: %mcmini-cc --from-tsan %s %S/../awaits/Inputs/ready.c -o %t
// RUN: python3 %S/Inputs/shows.py doubtful-loop %mcmini %t
#include "../awaits/Inputs/ready.h"
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static void *waits(void *argument) {
  while (!is_ready() && rand() % 5)
    sched_yield();
  assert(is_ready());
  return argument;
}

static void *sets(void *argument) {
  set_ready();
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, sets, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
