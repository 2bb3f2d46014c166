// The worker says that it runs, and overwrites that it was told to stop.
// Bug: livelock
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini livelock %t | FileCheck %s
// CHECK: why: Thread 0.1 waits in a loop (stop-that-is-overwritten.c:18) for state, which is 1 since step 13 (stop-that-is-overwritten.c:17), by thread 0.1 itself: it has overwritten what thread 0.3 had written at step 10 (stop-that-is-overwritten.c:25); where it goes well, thread 0.3 changes it (stop-that-is-overwritten.c:25).
// CHECK: shown: 13 steps, 0 preemptions
// CHECK: decides: step: step 10: 0.3 store state (stop-that-is-overwritten.c:25)
#include "threads.h"
#include <stdatomic.h>

enum { NEW, RUNNING, STOP };

static _Atomic int state;
static _Atomic int ticks;

static void *work(void *argument) {
  atomic_store(&state, RUNNING);
  while (atomic_load(&state) != STOP)
    ;
  return argument;
}

static void *stop(void *argument) {
  atomic_fetch_add(&ticks, 1);
  atomic_store(&state, STOP);
  return argument;
}

static void *tick(void *argument) {
  atomic_fetch_add(&ticks, 1);
  atomic_fetch_add(&ticks, 1);
  return argument;
}

int main(void) {
  in_threads(work, tick, stop);
  return 0;
}

// CHECK-NEXT: because: Thread 0.1 overwrites at step 13 (stop-that-is-overwritten.c:17) what this step writes to state.
// CHECK-NEXT: first: 0.1 store state (stop-that-is-overwritten.c:17)
