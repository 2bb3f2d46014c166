// The program of the paper's tables: each philosopher takes one shared mutex, then the two forks. The
// N! orders of the shared mutex are the classes. The paper explores 45, 311 and 2,507 traces for 4, 5
// and 6: so does dpor with sleep sets, sleep-set blocked traces counted. optimal explores the classes.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k --algorithm=dpor %t 4 | FileCheck %s --check-prefix=FOUR
// RUN: %mcmini -k --algorithm=dpor %t.gcc 4 | FileCheck %s --check-prefix=FOUR
// FOUR: {{^}}24 traces: 24 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 21 sleep-set blocked
// RUN: %mcmini -k --algorithm=dpor %t 5 | FileCheck %s --check-prefix=FIVE
// FIVE: {{^}}120 traces: 120 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 191 sleep-set blocked
// RUN: %mcmini -k --algorithm=dpor %t 6 | FileCheck %s --check-prefix=SIX
// SIX: {{^}}720 traces: 720 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 1787 sleep-set blocked
// RUN: %mcmini -k %t 4 | FileCheck %s --check-prefix=OPTIMAL4
// RUN: %mcmini -k %t.gcc 4 | FileCheck %s --check-prefix=OPTIMAL4
// OPTIMAL4: {{^}}24 traces: 24 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// RUN: %mcmini -k %t 5 | FileCheck %s --check-prefix=OPTIMAL5
// OPTIMAL5: {{^}}120 traces: 120 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// RUN: %mcmini -k %t 6 | FileCheck %s --check-prefix=OPTIMAL6
// OPTIMAL6: {{^}}720 traces: 720 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
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
