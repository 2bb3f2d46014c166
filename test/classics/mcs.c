// The MCS lock excludes. It has more traces than a mutex, as it does different things: who unlocks
// finds a successor in its node; or none, and takes itself out of the queue; or none, but somebody
// has come meanwhile. Two threads: 2 orders of 3 cases. Three: 6 orders of 11: 3 cases for the
// second one and 4 for the first, where in the last case the third one has come before its attempt
// or not; if it has, the second one does not find the queue empty.
//
// J. M. Mellor-Crummey, M. L. Scott, "Algorithms for Scalable Synchronization on Shared-Memory
// Multiprocessors", ACM TOCS 9(1), 1991.
//
// RUN: %S/Inputs/lock-counts "%mcmini-cc -I %S/../Inputs" %mcmini %t %s | FileCheck %s
// CHECK: traces 6 78 66 17670
//
// BUGGY, the queue is emptied by a store: who has come meanwhile waits for ever.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: livelock: 1 thread waits in loops that nobody can end, and 1 for something else
// BUGGY: {{^}}  thread 0.2 (count_up) waits in a loop: load node[1].waits
// BUGGY-NEXT: mcs.c:[[@LINE+22]]
// BUGGY-NEXT: node[1].waits is 1 since step {{.*}}, by thread 0.2
#include "Inputs/lock.h"
#include <stdatomic.h>
#include <stdbool.h>

struct node {
  struct node *_Atomic next;
  atomic_bool waits;
};

static struct node *_Atomic tail;
static struct node node[THREADS];

static void lock(int me) {
  struct node *mine = &node[me];
  atomic_store_explicit(&mine->next, NULL, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
  if (!before)
    return;
  atomic_store_explicit(&mine->waits, true, memory_order_relaxed);
  atomic_store_explicit(&before->next, mine, memory_order_release);
  while (atomic_load_explicit(&mine->waits, memory_order_acquire))
    ;
}

static void unlock(int me) {
  struct node *mine = &node[me];
  struct node *next = atomic_load_explicit(&mine->next, memory_order_acquire);
  if (!next) {
#ifdef BUGGY
    atomic_store_explicit(&tail, NULL, memory_order_release);
    return;
#else
    struct node *expected = mine;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release,
                                                memory_order_relaxed))
      return;
    while (!(next = atomic_load_explicit(&mine->next, memory_order_acquire)))
      ;
#endif
  }
  atomic_store_explicit(&next->waits, false, memory_order_release);
}
