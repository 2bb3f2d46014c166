// Peterson's algorithm without its turn: both raise their flag, and wait until the other's is down.
// Bug: livelock
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini livelock %t | FileCheck %s
// CHECK: why: Thread 0.1 waits in a loop (both-flags-raised.c:22) for wants[1], which is 1 since step 10 (both-flags-raised.c:21), by thread 0.2, which waits itself; where it goes well, thread 0.2 changes it (both-flags-raised.c:25).
// CHECK-NEXT: why: Thread 0.2 waits in a loop (both-flags-raised.c:22) for wants[0], which is 1 since step 6 (both-flags-raised.c:21), by thread 0.1, which waits itself; where it goes well, thread 0.1 changes it (both-flags-raised.c:25).
// CHECK: shown: 10 steps, 1 preemption
// CHECK: decides: step: step 10: 0.2 store wants+4 (both-flags-raised.c:21)
#include "threads.h"
#include <stdatomic.h>

static _Atomic int wants[2];
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines, counter;

static void *enter(void *argument) {
  const long me = (long)argument;
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[1 - me]))
    ;
  counter++;
  atomic_store(&wants[me], 0);
  return argument;
}

int main(void) {
  many_threads(2, enter);
  return 0;
}

// CHECK-NEXT: because: From here wants[1] is 1 and nobody changes it any more; thread 0.1 waits until it is 0.
// CHECK-NEXT: first: 0.1 load wants+4 (both-flags-raised.c:22)
