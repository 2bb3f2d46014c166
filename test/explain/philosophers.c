// Three philosophers each take the left fork first.
// Bug: deadlock
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: Thread 0.1 waits for fork_at[1] (philosophers.c:29), which thread 0.2 has held since step 15 (philosophers.c:28); thread 0.2 waits for fork_at[2] (philosophers.c:29), which thread 0.3 has held since step 11 (philosophers.c:28); thread 0.3 waits for fork_at[0] (philosophers.c:29), which thread 0.1 has held since step 7 (philosophers.c:28).
// CHECK-NEXT: why: If all took these locks in the same order, none would wait for ever.
// CHECK: shown: 15 steps, 1 preemption
// CHECK: decides: step: step 15: 0.2 lock fork_at+40 (philosophers.c:28)
#include "threads.h"

enum { SEATS = 3 };

static pthread_mutex_t fork_at[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static int seated, meals[SEATS];

static void sit_down(void) {
  pthread_mutex_lock(&table);
  seated++;
  pthread_mutex_unlock(&table);
}

static void *dine(void *argument) {
  const long seat = (long)argument;
  sit_down();
  while (meals[seat] < 2) {
    pthread_mutex_lock(&fork_at[seat]);
    pthread_mutex_lock(&fork_at[(seat + 1) % SEATS]);
    meals[seat]++;
    pthread_mutex_unlock(&fork_at[(seat + 1) % SEATS]);
    pthread_mutex_unlock(&fork_at[seat]);
  }
  return argument;
}

int main(void) {
  many_threads(SEATS, dine);
  return 0;
}

// CHECK-NEXT: because: From here thread 0.1 holds fork_at[0] and needs fork_at[1], thread 0.2 holds fork_at[1] and needs fork_at[2], and thread 0.3 holds fork_at[2] and needs fork_at[0].
// CHECK-NEXT: first: 0.1 lock fork_at+40 (philosophers.c:29)
