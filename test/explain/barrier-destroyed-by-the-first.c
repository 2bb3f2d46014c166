// Who leaves the barrier first destroys it, while others are still in it.
// Bug: misuse
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini misuse %t | FileCheck %s
// CHECK: why: Thread 0.1 has destroyed barrier, at step 9 (barrier-destroyed-by-the-first.c:17).
// CHECK: shown: 12 steps, 0 preemptions
// CHECK: decides: none
#include "threads.h"
#include <stdatomic.h>

static pthread_barrier_t barrier;
static _Atomic int left;

static void *phase(void *argument) {
  pthread_barrier_wait(&barrier);
  if (atomic_fetch_add(&left, 1) == 0)
    pthread_barrier_destroy(&barrier);
  return argument;
}

static void *late_phase(void *argument) {
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  return argument;
}

int main(void) {
  pthread_barrier_init(&barrier, 0, 2);
  in_threads(phase, late_phase);
  return 0;
}

// CHECK-NEXT: or: the misuse at barrier-destroyed-by-the-first.c:17
