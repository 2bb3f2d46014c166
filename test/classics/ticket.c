// A ticket lock has the traces of a mutex: who has drawn a ticket is served at one moment only.
//
// D. P. Reed, R. K. Kanodia, "Synchronization with Eventcounts and Sequencers", CACM 22(2), 1979.
//
// RUN: %S/Inputs/lock-counts "%mcmini-cc -I %S/../Inputs" %mcmini %t %s | FileCheck %s
// CHECK: traces 2 6 6 90
//
// BUGGY, the next one is called by a relaxed store: it does not see what the one before has
// written.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: data race: count: write at lock.h:27 and read at lock.h:27, which nothing orders
// BUGGY: {{^}}2 traces: 2 completed
#include "Inputs/lock.h"
#include <stdatomic.h>

static struct { atomic_uint next, serving; } ticket_lock;

#ifdef BUGGY
enum { RELEASE = memory_order_relaxed };
#else
enum { RELEASE = memory_order_release };
#endif

static void lock(int me) {
  (void)me;
  const unsigned ticket = atomic_fetch_add_explicit(&ticket_lock.next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&ticket_lock.serving, memory_order_acquire) != ticket)
    ;
}

static void unlock(int me) {
  (void)me;
  const unsigned ticket = atomic_load_explicit(&ticket_lock.serving, memory_order_relaxed);
  atomic_store_explicit(&ticket_lock.serving, ticket + 1, RELEASE);
}
