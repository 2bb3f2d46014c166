// Three philosophers each take the left fork first.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: Thread 0.1 waits for fork_at[1], which thread 0.2 has held since step 9 (philosophers.c:18); thread 0.2 waits for fork_at[2], which thread 0.3 has held since step 7 (philosophers.c:18); thread 0.3 waits for fork_at[0], which thread 0.1 has held since step 5 (philosophers.c:18).
// CHECK: shown: 9 steps, 1 preemption
// CHECK: decides: step: step 9: 0.2 lock fork_at+40 (philosophers.c:18)
#include "threads.h"

enum { SEATS = 3 };

static pthread_mutex_t fork_at[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER};
static int meals[SEATS];

static void *dine(void *argument) {
  const long seat = (long)argument;
  pthread_mutex_lock(&fork_at[seat]);
  pthread_mutex_lock(&fork_at[(seat + 1) % SEATS]);
  meals[seat]++;
  pthread_mutex_unlock(&fork_at[(seat + 1) % SEATS]);
  pthread_mutex_unlock(&fork_at[seat]);
  return argument;
}

int main(void) {
  many_threads(SEATS, dine);
  return 0;
}
