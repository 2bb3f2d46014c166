// Three threads use a barrier of 2: any two of them meet, the third waits for ever. The search begins
// anew once it has seen a third thread. 3 pairs, in 2 orders of arrival each: all one finding, for the
// threads wait in the same places.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k %t.gcc | FileCheck %s
// CHECK: deadlock: 2 threads wait
// CHECK: thread 0.3 (worker) waits to leave barrier: 1 of 2 arrived: thread 0.3
// CHECK: {{^}}6 traces: 0 completed, 6 deadlocked, 0 failed
#include "threads.h"

static pthread_barrier_t barrier;

static void *worker(void *argument) {
  pthread_barrier_wait(&barrier);
  return argument;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  many_threads(3, worker);
  return 0;
}
