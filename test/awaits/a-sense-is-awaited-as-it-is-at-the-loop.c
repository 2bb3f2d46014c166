// The barrier that turns its sense: who comes last does not wait, and that is all that differs, 2 orders
// of 2 threads in each of 2 rounds. What the others await is known in many places, of which only those
// count that they have come through: the last one's copies of the sense are not written there.
// RUN: %mcmini-cc -O0 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -O2 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -O0 -DSENSE=bool %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -O2 -DSENSE=bool %s -o %t && %mcmini %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}4 traces: 4 completed
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef SENSE
#define SENSE int
#endif

static atomic_int missing = 2;
static _Atomic(SENSE) sense, told[8];
static _Thread_local SENSE mine = 1;

static void pass(void) {
  SENSE wanted = mine;
  if (atomic_fetch_sub(&missing, 1) == 1) {
    atomic_store(&told[0], wanted);
    atomic_store(&told[1], wanted);
    atomic_store(&told[2], wanted);
    atomic_store(&told[3], wanted);
    atomic_store(&told[4], wanted);
    atomic_store(&told[5], wanted);
    atomic_store(&told[6], wanted);
    atomic_store(&told[7], wanted);
    atomic_store(&missing, 2);
    atomic_store(&sense, wanted);
  } else {
    while (atomic_load(&sense) != wanted) {
    }
  }
  mine = !wanted;
}

static void *run(void *argument) {
  pass();
  pass();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  return 0;
}
