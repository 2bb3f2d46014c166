// A test-and-test-and-set lock has the traces of a mutex: the loop around the attempt is one
// operation.
//
// L. Rudolph, Z. Segall, "Dynamic Decentralized Cache Schemes for MIMD Parallel Processors", ISCA
// 1984.
//
// RUN: %S/Inputs/lock-counts "%mcmini-cc -I %S/../Inputs" %mcmini %t %s | FileCheck %s
// CHECK: traces 2 6 6 90
//
// BUGGY, test and set are two operations: both enter.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: 2 findings
// BUGGY-DAG: data race: count: write at lock.h:27 and read at lock.h:27, which nothing orders
// BUGGY-DAG: assertion failed: assertion `count == THREADS * ROUNDS' failed
#include "Inputs/lock.h"
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool held;

static void lock(int me) {
  (void)me;
#ifdef BUGGY
  while (atomic_load_explicit(&held, memory_order_acquire))
    ;
  atomic_store_explicit(&held, true, memory_order_relaxed);
#else
  do {
    while (atomic_load_explicit(&held, memory_order_relaxed))
      ;
  } while (atomic_exchange_explicit(&held, true, memory_order_acquire));
#endif
}

static void unlock(int me) {
  (void)me;
  atomic_store_explicit(&held, false, memory_order_release);
}
