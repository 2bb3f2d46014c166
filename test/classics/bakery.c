// Lamport's bakery excludes: 9 classes of two threads (once each), 213 (twice each), 254 of three,
// as many as with assumptions in place of the loops. In more a thread looks while it may not enter.
//
// L. Lamport, "A New Solution of Dijkstra's Concurrent Programming Problem", CACM 17(8), 1974.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}16 traces: 9 completed, 0 deadlocked, 0 failed, 0 bounded, 7 dropped
// RUN: %mcmini-cc -g -O1 -DROUNDS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWICE
// TWICE: mcmini: ok: nothing found
// TWICE: {{^}}413 traces: 213 completed, 0 deadlocked, 0 failed, 0 bounded, 200 dropped
// RUN: %mcmini-cc -g -O1 -DTHREADS=3 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=THREE
// THREE: mcmini: ok: nothing found
// THREE: {{^}}761 traces: 254 completed, 0 deadlocked, 0 failed, 0 bounded, 507 dropped
// RUN: %mcmini-cc -g -O1 -include %S/Inputs/assume.h -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=ASSUMED
// ASSUMED: {{^}}22 traces: 9 completed
// RUN: %mcmini-cc -g -O1 -include %S/Inputs/assume.h -DROUNDS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=ASSUMED-TWICE
// ASSUMED-TWICE: {{^}}564 traces: 213 completed
// RUN: %mcmini-cc -g -O1 -include %S/Inputs/assume.h -DTHREADS=3 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=ASSUMED-THREE
// ASSUMED-THREE: {{^}}1324 traces: 254 completed
//
// BUGGY, nobody waits for who is still choosing: one who has chosen the same number late also
// enters.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: 2 findings
// BUGGY-DAG: data race: count: write at lock.h:27 and read at lock.h:27, which nothing orders
// BUGGY-DAG: assertion failed: assertion `count == THREADS * ROUNDS' failed
#include "Inputs/lock.h"
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool choosing[THREADS];
static atomic_int number[THREADS];

static void lock(int me) {
#ifndef BUGGY
  choosing[me] = true;
#endif
  int highest = 0;
  for (int i = 0; i < THREADS; i++) {
    const int n = number[i];
    if (n > highest)
      highest = n;
  }
  number[me] = highest + 1;
#ifndef BUGGY
  choosing[me] = false;
#endif
  for (int i = 0; i < THREADS; i++) {
    if (i == me)
      continue;
    while (choosing[i])
      ;
    for (;;) {
      const int n = number[i];
      if (n == 0 || n > highest + 1 || (n == highest + 1 && i > me))
        break;
    }
  }
}

static void unlock(int me) { number[me] = 0; }
