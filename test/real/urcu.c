// An item behind an RCU pointer (liburcu-dev): after synchronize_rcu nobody reads the old one, inlined and
// instrumented, and preloaded as gcc compiles it. What synchronize_rcu waits for is in the library,
// which is not instrumented: that it orders the reader before the free is not seen, so that this race
// is suppressed. The memb flavour waits at a futex after 100 looks; the bp flavour sleeps, and its
// looks never end: fair schedules only. Without the call the reader uses freed memory.
//
// bp: the reader takes the lock of the registry twice, to come and to go. With the new item main looks below it before,
// between, or behind: 3 traces, and so many are there preloaded, where the reader's section is no step. With the old
// item main looks in vain before the reader has gone, and polls from the tenth look on: 22. The masks that both change
// around that commute. memb: the library's looks at the reader are not seen, so their order with the reader's stores is not explored. It comes out that the reader who has begun before main's looks
// loads the new item, too: 102 more. That is without operations of machine code. The library has atomics, too: with
// them its loads and stores are operations, one of which copies many bytes at once. A round of its loop has some five of
// them, and after 100 rounds main sleeps at the futex: an end, so each number of looks is a schedule, 423 traces. bp's
// loop has no end: after 100 looks it calls poll() between them, for ever. Preloaded, with its loads as operations:
// 213 traces, as the reader's own accesses are none.
// RUN: echo 'fun:reader' > known
// RUN: %mcmini-cc -g -O1 -w --volatile=atomic -D_LGPL_SOURCE -DURCU_INLINE_SMALL_FUNCTIONS %s -o memb -lurcu-memb
// RUN: not %mcmini -k --suppressions=known ./memb | FileCheck --check-prefix=HOOKED %s
// HOOKED: mcmini: incomplete: nothing found, but what others see and write in the middle of a racy access to many bytes
// HOOKED: machine code liburcu-memb.so.8
// HOOKED: {{^}}423 traces: 423 completed
// HOOKED: Not every schedule of the program was explored: what others see and write in the middle of a racy access to many bytes
// RUN: not %mcmini -k --atomics=off --suppressions=known ./memb | FileCheck --check-prefix=MEMB %s
// MEMB: mcmini: incomplete: nothing found, but liburcu-memb.so.8 goes by atomics that are not seen
// MEMB: {{^}}209 traces: 209 completed
// MEMB: Not every schedule of the program was explored: liburcu-memb.so.8 goes by atomics that are not seen.
// RUN: %mcmini-cc -DBP -g -O1 -w --volatile=atomic -D_LGPL_SOURCE -DURCU_INLINE_SMALL_FUNCTIONS %s -o bp -lurcu-bp
// RUN: not %mcmini -k --suppressions=known ./bp | FileCheck --check-prefix=BP %s
// BP: nothing found
// BP: {{^}}25 traces: 25 completed
// BP: Not every schedule of the program was explored: only fair schedules were explored
// RUN: %mcmini-cc -DBROKEN -g -O1 -w --volatile=atomic -D_LGPL_SOURCE -DURCU_INLINE_SMALL_FUNCTIONS %s -o broken -lurcu-memb
// RUN: not %mcmini -k --suppressions=known ./broken | FileCheck --check-prefix=BROKEN %s
// BROKEN: use after free: read of a variable in freed memory
// RUN: %gcc -w -g -O1 %s -o preloaded -lurcu-memb -pthread && not %mcmini -k ./preloaded | FileCheck --check-prefix=PRELOADED %s
// PRELOADED: mcmini: incomplete: nothing found, but what others see and write in the middle of a racy access to many bytes
// PRELOADED: {{^}}213 traces: 213 completed
// RUN: %gcc -DBP -w -g -O1 %s -o preloaded.bp -lurcu-bp -pthread && %mcmini -k ./preloaded.bp | FileCheck --check-prefix=PRELOADED-BP %s
// PRELOADED-BP: mcmini: ok: nothing found
// PRELOADED-BP: {{^}}3 traces: 3 completed
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef BP
#include <urcu-bp.h>
#else
#include <urcu.h>
#endif
struct item {
  int value;
};
static struct item *shared;
static void *reader(void *a) {
  rcu_register_thread();
  rcu_read_lock();
  struct item *it = rcu_dereference(shared);
  int v = it->value;
  assert(v == 1 || v == 2);
  rcu_read_unlock();
  rcu_unregister_thread();
  return 0;
}
int main(void) {
  pthread_t t;
  rcu_register_thread();
  shared = malloc(sizeof *shared);
  shared->value = 1;
  pthread_create(&t, 0, reader, 0);
  struct item *new = malloc(sizeof *new), *old = shared;
  new->value = 2;
  rcu_assign_pointer(shared, new);
#ifndef BROKEN
  synchronize_rcu();
#endif
  old->value = -1;
  free(old);
  pthread_join(t, 0);
  rcu_unregister_thread();
  return 0;
}
