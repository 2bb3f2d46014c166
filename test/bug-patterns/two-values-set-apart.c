// Four threads set two values, one after the other; one that looks in between sees one without the other.
// RIGHT: both at once, as one word.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic(uint64_t) both;
static atomic_int low, high;

static void *set(void *argument) {
#ifdef RIGHT
  atomic_store(&both, (uint64_t)1 << 32 | 1);
#else
  atomic_store(&low, 1);
  atomic_store(&high, 1);
#endif
  return argument;
}

static void *check(void *argument) {
#ifdef RIGHT
  const uint64_t seen = atomic_load(&both);
  assert((uint32_t)seen == seen >> 32);
#else
  const int second = atomic_load(&high), first = atomic_load(&low);
  assert(second == first);
#endif
  return argument;
}

int main(void) {
  (void)both, (void)low, (void)high;
  in_threads(check, set, set, set, set);
  return 0;
}
