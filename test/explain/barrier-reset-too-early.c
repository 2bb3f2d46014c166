// A hand-made barrier is set back by the first who leaves: the others never see that all had come.
// Bug: livelock
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini livelock %t | FileCheck %s
// CHECK: why: Thread 0.1 waits in a loop (barrier-reset-too-early.c:18) for arrived, which is 0 since step 11 (barrier-reset-too-early.c:20), by thread 0.3, which has ended.
// CHECK-NEXT: why: Thread 0.2 waits in a loop (barrier-reset-too-early.c:18) for arrived, which is 0 since step 11 (barrier-reset-too-early.c:20), by thread 0.3, which has ended.
// CHECK: shown: 12 steps, 0 preemptions
// CHECK: decides: step: step 11: 0.3 store arrived (barrier-reset-too-early.c:20)
#include "threads.h"
#include <stdatomic.h>

enum { WORKERS = 3 };

static _Atomic int arrived;

static void *work(void *argument) {
  atomic_fetch_add(&arrived, 1);
  while (atomic_load(&arrived) != WORKERS)
    ;
  atomic_store(&arrived, 0);
  return argument;
}

int main(void) {
  many_threads(WORKERS, work);
  return 0;
}

// CHECK-NEXT: because: From here arrived is 0 and nobody changes it any more; thread 0.1 waits until it is 3.
// CHECK-NEXT: first: 0.1 load arrived (barrier-reset-too-early.c:18)
