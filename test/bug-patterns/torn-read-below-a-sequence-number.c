// A reader of two words asks only before it reads whether a writer is at work. RIGHT: also afterwards.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

static atomic_int sequence, x, y;

static void *write_both(void *argument) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  atomic_fetch_add(&sequence, 1);
  return argument;
}

static void *read_both(void *argument) {
  const int before = atomic_load(&sequence);
  if (before % 2)
    return argument;
  const int first = atomic_load(&x), second = atomic_load(&y);
#ifdef RIGHT
  if (atomic_load(&sequence) != before)
    return argument;
#endif
  assert(first == second);
  return argument;
}

int main(void) {
  in_threads(write_both, read_both);
  return 0;
}
