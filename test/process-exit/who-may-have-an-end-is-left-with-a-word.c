// A thread goes on for longer than a trace is, and never comes back to a state: it may have an end, as
// this one has, where it fails. The process exits without it, and the result is incomplete and names
// thread and place; a higher --max-depth finds the failure, with a trace that can be replayed.
// RUN: %mcmini-cc -g -O1 %s -o %t && cd %t.dir
// RUN: not %mcmini %t | FileCheck %s
// RUN: not %mcmini --isolation=fork %t | FileCheck %s
// CHECK: incomplete: nothing found, but what thread 0.1 at who-may-have-an-end-is-left-with-a-word.c:[[#@LINE+14]] does after thousands of iterations
// CHECK: 1 traces: 1 completed
// CHECK: Not every schedule of the program was explored: what thread 0.1 at who-may-have-an-end-is-left-with-a-word.c:[[#@LINE+12]] does
// CHECK-NOT: Every schedule
// RUN: not %mcmini --max-depth=40000 %t | FileCheck --check-prefix=FAILS %s
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t | FileCheck --check-prefix=FAILS %s
// FAILS: assertion failed: assertion `turns < 15000' failed
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *work(void *argument) {
  for (int turns = 0;; turns++) {
    assert(turns < 15000);
    usleep(10);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
