// Each of two threads stores to one variable and loads the other: both reading 0 needs a weak memory,
// and McMini has a sequentially consistent one. 3 of the 4 results, in 3 classes.
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %mcmini -k --output=all %t | sort -u | FileCheck %s
// CHECK: {{^}}0 1
// CHECK-NEXT: {{^}}1 0
// CHECK-NEXT: {{^}}1 1
// CHECK-NEXT: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <stdatomic.h>
#include <stdio.h>

static _Atomic int x, y;
static int from_y, from_x;

static void *first(void *argument) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  from_y = atomic_load_explicit(&y, memory_order_relaxed);
  return argument;
}

static void *second(void *argument) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  from_x = atomic_load_explicit(&x, memory_order_relaxed);
  return argument;
}

int main(void) {
  in_threads(first, second);
  printf("%d %d\n", from_y, from_x);
  return 0;
}
