// A poller whose flag nobody sets. Its loop is seen to wait: what for is told. Preloaded: all others
// have ended or wait, and no step changes anything.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t | FileCheck %s --check-prefixes=CHECK,SEEN
// RUN: not %mcmini %t.gcc | FileCheck %s --check-prefixes=CHECK,PRELOADED
// CHECK: mcmini: livelock: 1 thread waits in loops that nobody can end, and 1 for something else
// SEEN: {{^}}  thread 0.1 (poller) waits in a loop: load flag, until it is not 0
// SEEN-NEXT: a-flag-that-nobody-sets-is-a-livelock.c:{{.*}}while (!atomic_load(&flag))
// SEEN-NEXT: flag is 0, and nobody has changed it
// PRELOADED: {{^}}  thread 0.1 (poller) could go on with yield
// PRELOADED-NEXT: a-flag-that-nobody-sets-is-a-livelock.c:
// CHECK: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed
// RUN: not %mcmini replay %name.gcc.livelock-0001.trace -- %t.gcc | FileCheck %s --check-prefix=AGAIN
// AGAIN: mcmini: livelock
#include "threads.h"
#include <sched.h>
#include <stdatomic.h>

static _Atomic int flag;

static void *poller(void *argument) {
  while (!atomic_load(&flag))
    sched_yield();
  return argument;
}

int main(void) {
  in_threads(poller);
  return 0;
}
