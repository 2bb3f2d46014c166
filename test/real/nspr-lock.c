// PRLock around a counter. Preloaded.
//
// RUN: pkg-config --cflags --libs nspr > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but atomics in code of libnspr4.so that could not be decoded
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DNOLOCK -w -g -O1 %s -o mutant.nolock -pthread @flags
// RUN: not %mcmini -k ./mutant.nolock | FileCheck --check-prefix=NOLOCK %s
// NOLOCK: assertion failed
// NOLOCK: {{^}}4 traces: 2 completed, 0 deadlocked, 2 failed
// REQUIRES: real, libnspr4-dev
#include <assert.h>
#include <nspr.h>
#include <pthread.h>
#include <stdatomic.h>
static PRLock *lock;
static atomic_int count;
static void *add(void *nothing) {
#ifndef NOLOCK
  PR_Lock(lock);
#endif
  count = count + 1;
#ifndef NOLOCK
  PR_Unlock(lock);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  lock = PR_NewLock();
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(count == 2);
  PR_DestroyLock(lock);
  return 0;
}
