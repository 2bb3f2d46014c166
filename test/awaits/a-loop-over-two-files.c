// Loops whose condition is a function of another file are recognised while they run: the second turn
// leads back to the state in which it began. So a thread gives up after at most two turns in vain.
// With -DREADY, set before the first turn, before the second, or later: 3 traces, the last of which is
// dropped. Locks: each of two threads can be the first; then the other one tries in vain 0, 1 or 2 times:
// 2 * 3. Not set at all: a livelock.
// RUN: %mcmini-cc -g -DREADY %s %S/Inputs/ready.c -o %t && %mcmini %t | FileCheck %s --check-prefix=READY
// RUN: %mcmini-cc -g -O2 -DREADY %s %S/Inputs/ready.c -o %t && %mcmini %t | FileCheck %s --check-prefix=READY
// RUN: %mcmini-cc --from-tsan -DREADY %s %S/Inputs/ready.c -o %t && %mcmini %t | FileCheck %s --check-prefix=READY
// The same in the first thread, whose stack the system has made.
// RUN: %mcmini-cc -g -DREADY -DIN_MAIN %s %S/Inputs/ready.c -o %t && %mcmini %t | FileCheck %s --check-prefix=READY
// RUN: %mcmini-cc --from-tsan -DREADY -DIN_MAIN %s %S/Inputs/ready.c -o %t && %mcmini %t | FileCheck %s --check-prefix=READY
// READY: ok: nothing found
// READY: {{^}}3 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 1 dropped
// RUN: %mcmini-cc -g -Dtry=try_mutex -Dleave=leave_mutex %s %S/Inputs/ready.c -o %t
// RUN: %mcmini %t | FileCheck %s --check-prefix=LOCKS
// RUN: %mcmini-cc -g -Dtry=try_spin -Dleave=leave_spin %s %S/Inputs/ready.c -o %t
// RUN: %mcmini %t | FileCheck %s --check-prefix=LOCKS
// RUN: %mcmini-cc --from-tsan -Dtry=try_spin -Dleave=leave_spin %s %S/Inputs/ready.c -o %t
// RUN: %mcmini %t | FileCheck %s --check-prefix=LOCKS
// LOCKS: ok: nothing found
// LOCKS: {{^}}6 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 2 dropped
// RUN: %mcmini-cc -g -DREADY -DNEVER %s %S/Inputs/ready.c -o %t && not %mcmini %t | FileCheck %s --check-prefix=NEVER
// NEVER: livelock: 1 thread waits in loops that nobody can end, and 1 for something else
// NEVER: {{^}}  thread 0.1 (waits) waits in a loop: load ready, until it is not 0
// NEVER-NEXT: at ready.c:8
// NEVER-NEXT: ready is 0, and nobody has changed it
// NEVER: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed
#include "Inputs/ready.h"
#include <assert.h>
#include <pthread.h>
#include <sched.h>

#ifdef READY
static void *waits(void *argument) {
  while (!is_ready())
    sched_yield();
  return argument;
}
static void *other(void *argument) {
#ifndef NEVER
  set_ready();
#endif
  return argument;
}
#else
static int count;
static void *waits(void *argument) {
  while (!try())
    sched_yield();
  count++;
  leave();
  return argument;
}
#define other waits
#endif

int main(void) {
  pthread_t b;
#ifdef IN_MAIN
  pthread_create(&b, NULL, other, NULL);
  waits(NULL);
#else
  pthread_t a;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
#endif
  pthread_join(b, NULL);
  return 0;
}
