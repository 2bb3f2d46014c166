// A load in front of an attempt is one operation with it, unless an attempt that fails changes what it
// looks at: here the exchange writes 1 over 2 between the other thread's store and its load. Then the
// two are operations of their own.
//
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini %t | FileCheck %s
// CHECK: assertion failed: assertion `seen != 1
// CHECK: exchange {{.*}}word
// CHECK: warning: an attempt that fails changes what it looks at
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t | FileCheck --check-prefix=REPLAY %s
// REPLAY: assertion failed: assertion `seen != 1
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int word;

static void *taker(void *unused) {
  while (atomic_load(&word) != 0 || atomic_exchange(&word, 1) != 0)
    sched_yield();
  return unused;
}

static void *other(void *unused) {
  atomic_store(&word, 2);
  const int seen = atomic_load(&word);
  assert(seen != 1);
  atomic_store(&word, 0);
  return unused;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, taker, NULL);
  pthread_create(&thread[1], NULL, other, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}
