// Dekker's lock excludes, and nobody waits for ever: 4 classes (once each), 71 (twice each); in 6 and
// 129 more a thread looks while it may not enter.
//
// T. J. Dekker, in E. W. Dijkstra, "Cooperating Sequential Processes", EWD 123, 1965.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}10 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 6 dropped
// RUN: %mcmini-cc -g -O1 -DROUNDS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWICE
// TWICE: mcmini: ok: nothing found
// TWICE: {{^}}200 traces: 71 completed, 0 deadlocked, 0 failed, 0 bounded, 129 dropped
//
// BUGGY, who waits for its turn does not take back its wish: both wait.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: livelock: 2 threads wait in loops that nobody can end
// BUGGY: {{^}}  thread 0.2 (count_up) waits in a loop: load turn, until it is 1
// BUGGY-NEXT: dekker.c:[[@LINE+28]]
//
// With RELAXED, by C11 nothing orders the critical sections. That acquire and release are not
// enough, as in Peterson's lock, is not seen: schedules are sequentially consistent.
// RUN: %mcmini-cc -g -O1 -DRELAXED -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=RELAXED
// RELAXED: mcmini: data race: count: write at lock.h:27 and read at lock.h:27, which nothing orders
// RELAXED: {{^}}10 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 6 dropped
#include "Inputs/lock.h"
#include <stdatomic.h>
#include <stdbool.h>

#ifdef RELAXED
enum { LOAD = memory_order_relaxed, STORE = memory_order_relaxed };
#else
enum { LOAD = memory_order_seq_cst, STORE = memory_order_seq_cst };
#endif

static atomic_bool wants[2];
static atomic_int turn;

static void lock(int me) {
  const int other = 1 - me;
  atomic_store_explicit(&wants[me], true, STORE);
  while (atomic_load_explicit(&wants[other], LOAD)) {
    if (atomic_load_explicit(&turn, LOAD) != me) {
#ifndef BUGGY
      atomic_store_explicit(&wants[me], false, STORE);
#endif
      while (atomic_load_explicit(&turn, LOAD) != me)
        ;
      atomic_store_explicit(&wants[me], true, STORE);
    }
  }
}

static void unlock(int me) {
  atomic_store_explicit(&turn, 1 - me, STORE);
  atomic_store_explicit(&wants[me], false, STORE);
}
