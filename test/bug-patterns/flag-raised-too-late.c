// Two threads exclude each other by flags and a turn (Peterson 1981); each gives the turn away before it
// raises its flag: both enter. RIGHT: the flag first.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

static atomic_int flag[2], turn, inside;

static void *enter(void *number) {
  const long me = (long)number, other = 1 - me;
#ifdef RIGHT
  atomic_store(&flag[me], 1);
  atomic_store(&turn, (int)other);
#else
  atomic_store(&turn, (int)other);
  atomic_store(&flag[me], 1);
#endif
  while (atomic_load(&flag[other]) && atomic_load(&turn) == other)
    ;
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&flag[me], 0);
  return NULL;
}

int main(void) {
  many_threads(2, enter);
  return 0;
}
