// --explain: who has come to a barrier, and that all go on together.
//
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -q --explain %t | FileCheck %s
// CHECK: What each step does:
// CHECK: thread 0.2 comes to meeting: 0 of 2 arrived -> 1 of 2 arrived: 0.2
// CHECK: thread 0.1 comes to meeting: 1 of 2 arrived: 0.2 -> 0 of 2 arrived{{$}}
// CHECK: thread 0.1 leaves meeting: all have come
// CHECK: barrier: where threads wait until a fixed number of them have come; then all go on
#include "threads.h"
#include <assert.h>

static pthread_barrier_t meeting;

static void *come(void *number) {
  pthread_barrier_wait(&meeting);
  assert(number);
  return number;
}

int main(void) {
  pthread_barrier_init(&meeting, 0, 2);
  in_threads(come, come);
  return 0;
}
