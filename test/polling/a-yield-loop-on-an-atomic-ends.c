// A thread that polls an atomic variable, yields, and counts how often: the search restarts with
// fair schedules, all traces end, and the result says what it covers. Preloaded, machine code
// shows the same. (Without the count the loop only waits: awaits/.)
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini -k %t | FileCheck %s
// CHECK: incomplete: nothing found, but only fair schedules were explored
// CHECK: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded
// CHECK-NEXT: Not every schedule of the program was explored: only fair schedules were explored.
// RUN: not %mcmini -k %t.gcc | FileCheck %s --check-prefix=PRELOADED
// PRELOADED: incomplete: nothing found, but only fair schedules were explored
// PRELOADED: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded
// RUN: sh -c '%mcmini -k --require-complete %t; echo status $?' | FileCheck %s --check-prefix=STATUS
// STATUS: status 3
#include "threads.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic int flag;

static void *poller(void *argument) {
  (void)argument;
  intptr_t turns = 0;
  for (; !atomic_load(&flag); turns++)
    sched_yield();
  return (void *)turns;
}

static void *setter(void *argument) {
  atomic_store(&flag, 1);
  return argument;
}

int main(void) {
  in_threads(poller, setter);
  return 0;
}
