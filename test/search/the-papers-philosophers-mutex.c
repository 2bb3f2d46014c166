// The program of the paper's tables: each philosopher takes one shared mutex, then the two forks. The
// paper explores 45, 311 and 2,507 traces for 4, 5 and 6. With dpor and sleep sets, sleep-set blocked
// traces counted, we explore no more; the completed ones are the N! orders of the shared mutex.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k %t 4 | FileCheck %s --check-prefix=FOUR
// RUN: %mcmini -k %t.gcc 4 | FileCheck %s --check-prefix=FOUR
// FOUR: {{^}}24 traces: 24 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 21 sleep-set blocked
// RUN: %mcmini -k %t 5 | FileCheck %s --check-prefix=FIVE
// FIVE: {{^}}120 traces: 120 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 191 sleep-set blocked
#include "threads.h"
#include <stdlib.h>

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER, forks[16];
static long philosophers;

static void *philosopher(void *argument) {
  const long seat = (long)argument;
  pthread_mutex_t *left = &forks[seat], *right = &forks[(seat + 1) % philosophers];
  pthread_mutex_lock(&table);
  pthread_mutex_lock(left);
  pthread_mutex_lock(right);
  pthread_mutex_unlock(&table);
  pthread_mutex_unlock(left);
  pthread_mutex_unlock(right);
  return NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  philosophers = atoi(argv[1]);
  for (long i = 0; i < philosophers; i++)
    pthread_mutex_init(&forks[i], NULL);
  many_threads(philosophers, philosopher);
  return 0;
}
