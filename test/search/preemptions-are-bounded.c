// With --preemptions=N only schedules with at most N preemptions are run, and the result says so.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
//
// Three threads lock and unlock one mutex. Without a preemption each runs from its start to its end:
// 3! orders, for dpor. For dfs main's joins are steps, too: main can go on in between, where the thread
// that it joins next has ended. Those are 4, 3, 2, 2, 1 and 1 schedules of the orders 123, 132, 213,
// 312, 231 and 321.
// RUN: %mcmini --preemptions=0 %t | FileCheck %s --check-prefix=DPOR
// DPOR: mcmini: incomplete: nothing found, but preemptions were bounded by --preemptions
// DPOR: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// DPOR-NEXT: Every schedule of the program with at most 0 preemptions was explored.
// RUN: %mcmini --preemptions=0 --algorithm=dfs %t | FileCheck %s --check-prefix=DFS
// DFS: {{^}}13 traces: 13 completed
// DFS-NEXT: Every schedule of the program with at most 0 preemptions was explored.
//
// RUN: not %mcmini --require-complete --preemptions=1 --json=- %t | FileCheck %s --check-prefix=JSON
// JSON: "verdict": "incomplete"
// JSON-NEXT: "algorithm": "dpor"
// JSON-NEXT: "preemptions": 1
//
// Two threads, each of which yields between two sections: leaving it there is no preemption. The
// sections are those of A, a1 a2, and of B, b1 b2, with a1 before a2 and b1 before b2: 4! / (2! 2!).
// RUN: %mcmini --preemptions=0 %t yield | FileCheck %s --check-prefix=YIELD
// YIELD: {{^}}6 traces: 6 completed
// RUN: %mcmini --preemptions=0 %t twice | FileCheck %s --check-prefix=TWICE
// TWICE: {{^}}2 traces: 2 completed
#include "threads.h"
#include <sched.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int yields;

static void *once(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *twice(void *argument) {
  once(argument);
  if (yields)
    sched_yield();
  return once(argument);
}

int main(int argc, char **argv) {
  yields = argc > 1 && !strcmp(argv[1], "yield");
  if (argc > 1)
    many_threads(2, twice);
  else
    many_threads(3, once);
  return 0;
}
