// The CLH lock has the traces of a mutex: a thread waits for the node of the one before it, which
// is given back once.
//
// T. S. Craig, "Building FIFO and Priority-Queuing Spin Locks from Atomic Swap", TR 93-02-02,
// University of Washington, 1993; P. Magnusson, A. Landin, E. Hagersten, "Queue Locks on Cache
// Coherent Multiprocessors", IPPS 1994.
//
// RUN: %S/Inputs/lock-counts "%mcmini-cc -I %S/../Inputs" %mcmini %t %s -O0 -O1 -O2 | FileCheck %s
// CHECK: traces 2 6 6 90
// CHECK-NEXT: traces 2 6 6 90
// CHECK-NEXT: traces 2 6 6 90
//
// BUGGY, a thread goes on with its own node and not with that of the one before: it takes back what
// its successor has not seen yet, and waits for itself.
// RUN: %mcmini-cc -g -O1 -DBUGGY -DROUNDS=2 -I %S/../Inputs %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: livelock: 2 threads wait in loops that nobody can end
// BUGGY: {{^}}  thread 0.1 (count_up) waits in a loop: load node[0].held
// BUGGY-NEXT: clh.c:[[@LINE+19]]
// BUGGY-NEXT: node[0].held is 1 since step {{.*}}, by thread 0.1
#include "Inputs/lock.h"
#include <stdatomic.h>
#include <stdbool.h>

struct node {
  atomic_bool held;
};

static struct node node[THREADS + 1];
static struct node *_Atomic tail = &node[THREADS];
static _Thread_local struct node *mine, *before;

static void lock(int me) {
  if (!mine)
    mine = &node[me];
  atomic_store_explicit(&mine->held, true, memory_order_relaxed);
  before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
  while (atomic_load_explicit(&before->held, memory_order_acquire))
    ;
}

static void unlock(int me) {
  (void)me;
  struct node *given = mine;
#ifndef BUGGY
  mine = before;
#endif
  atomic_store_explicit(&given->held, false, memory_order_release);
}
