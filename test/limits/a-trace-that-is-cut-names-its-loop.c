// A loop that counts is none that waits, and goes on without the thread that would end it: --max-depth
// cuts the trace. The result says where it went round: create, create, start, and then 99 loads and 98
// additions. The one trace is all there is, as the other thread never runs in it: no other
// schedule is left out for the words.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini -q --max-depth=200 %t | FileCheck %s
// RUN: %mcmini -q --max-depth=200 --isolation=fork %t | FileCheck %s
// CHECK: 1 traces: 0 completed, 0 deadlocked, 0 failed, 1 bounded,
// CHECK: Not every schedule was explored: 1 traces were cut by --max-depth=200.
// CHECK-NEXT: In the first of them thread 0.1 (waiter) came 99 times to: load ready: 0 (a-trace-that-is-cut-names-its-loop.c:[[#WAIT:]]). Thread 0.2 (setter) could go on with: start (threads.h:[[#]]). A higher --max-depth goes on.
#include "../Inputs/threads.h"
#include <stdatomic.h>

static _Atomic int ready, turns;

static void *waiter(void *argument) {
  while (!atomic_load(&ready))
    atomic_fetch_add(&turns, 1);
  return argument;
}

static void *setter(void *argument) {
  atomic_store(&ready, 1);
  return argument;
}

int main(void) {
  in_threads(waiter, setter);
  return 0;
}
