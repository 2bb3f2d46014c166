// libpthreadpool-dev, preloaded: a loop of two iterations by two threads. The library waits at futexes. The same 10
// traces come in each run, but they are not the classes, and other algorithms have other numbers (source 7,
// dpor 9; all schedules are 159): what a thread does also goes by the library's atomics, which are not
// seen, so that exchanging two independent steps may lead to another trace. The verdict says so.
// RUN: %gcc -g -O1 %s -o pool -lpthreadpool -pthread && not %mcmini -k --atomics=off ./pool | FileCheck %s
// With them as operations nothing is found either, and what is missing are loads and stores: the library looks at
// words up to a million times before it waits at a futex.
// RUN: not %mcmini -k --max-traces=10 ./pool | FileCheck %s --check-prefix=HOOKED
// HOOKED: mcmini: incomplete: nothing found
// HOOKED: {{^}}10 traces: 10 completed
// HOOKED: plain loads and stores of {{pool|libpthreadpool.so.0}} are not seen
// CHECK: mcmini: incomplete: nothing found, but add of pool goes by atomics that are not seen
// CHECK: {{^}}10 traces: 10 completed
// CHECK: Not every schedule of the program's thread primitives was explored
#include <pthreadpool.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int sum;
static void add(void *argument, size_t i) { atomic_fetch_add(&sum, (int)i + 1); }
int main(void) {
  pthreadpool_t pool = pthreadpool_create(2);
  pthreadpool_parallelize_1d(pool, add, NULL, 2, 0);
  if (sum != 3)
    abort();
  pthreadpool_destroy(pool);
  return 0;
}
