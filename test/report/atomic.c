// --explain: what atomic operations read and write.
//
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -q --explain %t | FileCheck %s
// CHECK: What each step does:
// CHECK: thread 0.1 loads n: 1{{$}}
// CHECK: thread 0.1 stores a value in n: 1 -> 5
// CHECK: thread 0.1 adds to n: 5 -> 7
// CHECK: thread 0.1 exchanges the value of n: 7 -> 3
// CHECK: thread 0.1 compares n with the value that it has, and changes it: 3 -> 4
// CHECK: thread 0.1 compares n with another value than it has, and leaves it: 4
// CHECK: atomic variable: one whose loads, stores and changes happen as a whole, each in one
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

static atomic_int n = 1;

static void *use(void *argument) {
  int expected = atomic_load(&n) + 2;
  atomic_store(&n, 5);
  atomic_fetch_add(&n, 2);
  atomic_exchange(&n, 3);
  atomic_compare_exchange_strong(&n, &expected, 4);
  assert(atomic_compare_exchange_strong(&n, &expected, 9));
  return argument;
}

int main(void) {
  in_threads(use);
  return 0;
}
