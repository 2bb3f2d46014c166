// A lock that is the lowest bit of a number, as libstdc++'s std::stop_token has one: a loop tries only where the bit
// is clear, and otherwise loads again. Each of two threads takes it twice. An attempt that succeeds may have its load
// where the lock was free since the thread had it last: once more for each time that the other one has had it
// meanwhile. By the order of the four, AABB 1*1*3*1, ABAB 1*2*2*2, ABBA 1*2*1*3, and the same for B: 34. All other
// traces are dropped.
// RUN: %mcmini-cc -g -O0 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O3 %s -o %t && %mcmini %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}86 traces: 34 completed, 0 deadlocked, 0 failed, 0 bounded, 52 dropped
//
// The load as the first thing in each iteration.
// RUN: %mcmini-cc -g -O0 -DAGAIN %s -o %t && %mcmini %t | FileCheck %s --check-prefix=AGAIN
// RUN: %mcmini-cc -g -O2 -DAGAIN %s -o %t && %mcmini %t | FileCheck %s --check-prefix=AGAIN
// AGAIN: ok: nothing found
// AGAIN: {{^}}54 traces: 34 completed, 0 deadlocked, 0 failed, 0 bounded, 20 dropped
//
// Nobody gives it back: the loop goes on for ever, also where it expects what is not there.
// RUN: %mcmini-cc -g -O1 -DKEPT %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=KEPT
// RUN: %mcmini-cc -g -O1 -DKEPT -DDERIVED %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=KEPT
// RUN: %mcmini-cc -g -O0 -DKEPT -DDERIVED -DBESIDE %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=KEPT
// KEPT: livelock: 2 threads wait in loops that nobody can end
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_uint word, other;
static int count;

static void lock(void) {
#ifdef AGAIN
  for (;;) {
    unsigned old = atomic_load(&word);
    if (!(old & 1) && atomic_compare_exchange_weak(&word, &old, old | 1))
      return;
    sched_yield();
  }
#elif defined DERIVED
  unsigned old = atomic_load(&word);
  do {
#ifdef BESIDE
    (void)atomic_load(&other);
#endif
    old &= ~1u;
  } while (!atomic_compare_exchange_strong(&word, &old, old | 1));
#else
  unsigned old = atomic_load_explicit(&word, memory_order_relaxed);
  for (;;) {
    if (old & 1) {
      sched_yield();
      old = atomic_load_explicit(&word, memory_order_acquire);
    } else if (atomic_compare_exchange_strong_explicit(&word, &old, old | 1, memory_order_acquire,
                                                       memory_order_acquire)) {
      return;
    }
  }
#endif
}

static void unlock(void) {
#ifndef KEPT
  atomic_fetch_sub(&word, 1);
#endif
}

static void *twice(void *argument) {
  for (int i = 0; i < 2; i++) {
    lock();
    count++;
    unlock();
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, twice, NULL);
  twice(NULL);
  pthread_join(thread, NULL);
  return 0;
}
