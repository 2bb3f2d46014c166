// uv_barrier: what each has done before it is there behind it. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -luv
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DNOBARRIER -w -g -O1 %s -o mutant.nobarrier -pthread -luv
// RUN: not %mcmini -k ./mutant.nobarrier | FileCheck --check-prefix=NOBARRIER %s
// NOBARRIER: assertion failed
// NOBARRIER: {{^}}3 traces: 1 completed, 0 deadlocked, 2 failed
// REQUIRES: real, libuv1-dev
#include <assert.h>
#include <stdatomic.h>
#include <uv.h>
static uv_barrier_t barrier;
static atomic_int seen[2];
static void meet(int me) {
  seen[me] = 1;
#ifndef NOBARRIER
  uv_barrier_wait(&barrier);
#endif
  assert(seen[1 - me]);
}
static void other(void *nothing) { meet(1); }
int main(void) {
  uv_thread_t t;
  uv_barrier_init(&barrier, 2);
  uv_thread_create(&t, other, 0);
  meet(0);
  uv_thread_join(&t);
  uv_barrier_destroy(&barrier);
  return 0;
}
