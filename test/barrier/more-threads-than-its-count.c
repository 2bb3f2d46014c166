// Three threads use a barrier of 2: any two of them meet, the third waits for ever. The search begins
// anew once it has seen a third thread; then arrivals depend on each other and on leaves: 3! orders of
// arrival, and each of the two leaves before or after the third arrival, 6 * 2 * 2 = 24. All are one
// finding, for the threads wait in the same places.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k %t.gcc | FileCheck %s
// CHECK: deadlock: 2 threads wait
// CHECK: thread 0.3 (worker) waits to leave barrier: 1 of 2 arrived: thread 0.3
// CHECK: {{^}}24 traces: 0 completed, 24 deadlocked, 0 failed
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
