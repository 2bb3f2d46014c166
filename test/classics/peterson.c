// Peterson's lock excludes, in each of its 4 classes (once each) and 48 (twice each); a mutex has
// 2 and 6, but here the order of each pair of accesses to a flag or to `turn` is a class of its
// own. In 6 and 88 more a thread looks while it may not enter. With an assumption in place of the
// loop there are as many.
//
// G. L. Peterson, "Myths about the Mutual Exclusion Problem", IPL 12(3), 1981.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}10 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 6 dropped
// RUN: %mcmini-cc -g -O1 -DROUNDS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWICE
// TWICE: mcmini: ok: nothing found
// TWICE: {{^}}136 traces: 48 completed, 0 deadlocked, 0 failed, 0 bounded, 88 dropped
// RUN: %mcmini-cc -g -O1 -include %S/Inputs/assume.h -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O1 -include %S/Inputs/assume.h -DROUNDS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWICE
//
// BUGGY, `turn` before the flag: both enter.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: 2 findings
// BUGGY-DAG: data race: count: write at lock.h:27 and read at lock.h:27, which nothing orders
// BUGGY-DAG: assertion failed: assertion `count == THREADS * ROUNDS' failed
//
// With RELAXED, in no sequentially consistent schedule anybody enters too early, but by C11 nothing
// orders the two critical sections.
// RUN: %mcmini-cc -g -O1 -DRELAXED -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=RELAXED
// RELAXED: mcmini: data race: count: write at lock.h:27 and read at lock.h:27, which nothing orders
// RELAXED: {{^}}10 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 6 dropped
//
// With RELEASE, that is with acquire and release, each thread may read the other's flag before it
// sees that flag's store, also on x86. No sequentially consistent schedule does that, and in all of
// them release and acquire order the critical sections: McMini does not see this bug.
// RUN: %mcmini-cc -g -O1 -DRELEASE -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
#include "Inputs/lock.h"
#include <stdatomic.h>
#include <stdbool.h>

#ifdef RELAXED
enum { LOAD = memory_order_relaxed, STORE = memory_order_relaxed };
#elif defined RELEASE
enum { LOAD = memory_order_acquire, STORE = memory_order_release };
#else
enum { LOAD = memory_order_seq_cst, STORE = memory_order_seq_cst };
#endif

static atomic_bool interested[2];
static atomic_int turn;

static void lock(int me) {
  const int other = 1 - me;
#ifdef BUGGY
  atomic_store_explicit(&turn, other, STORE);
  atomic_store_explicit(&interested[me], true, STORE);
#else
  atomic_store_explicit(&interested[me], true, STORE);
  atomic_store_explicit(&turn, other, STORE);
#endif
  while (atomic_load_explicit(&interested[other], LOAD) &&
         atomic_load_explicit(&turn, LOAD) == other)
    ;
}

static void unlock(int me) { atomic_store_explicit(&interested[me], false, STORE); }
