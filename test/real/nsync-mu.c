// nsync_mu around a counter: a lock of its own, on futexes. A bound. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lnsync
// RUN: %mcmini -k --max-traces=5 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found
// RIGHT: {{^}}5 traces: 5 completed
// RUN: %gcc -DNOLOCK -w -g -O1 %s -o mutant.nolock -pthread -lnsync
// RUN: not %mcmini ./mutant.nolock | FileCheck --check-prefix=NOLOCK %s
// NOLOCK: assertion failed
// REQUIRES: real, libnsync-dev
#include <assert.h>
#include <nsync.h>
#include <pthread.h>
#include <stdatomic.h>
static nsync_mu mu = NSYNC_MU_INIT;
static atomic_int count;
static void *add(void *nothing) {
#ifndef NOLOCK
  nsync_mu_lock(&mu);
#endif
  count = count + 1;
#ifndef NOLOCK
  nsync_mu_unlock(&mu);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(count == 2);
  return 0;
}
