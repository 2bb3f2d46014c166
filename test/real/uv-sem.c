// uv_sem: posted before, or after, the flag is set. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -luv
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}1 traces: 1 completed
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread -luv
// RUN: not %mcmini ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libuv1-dev
#include <assert.h>
#include <stdatomic.h>
#include <uv.h>
static uv_sem_t sem;
static atomic_int ready;
static void other(void *nothing) {
#ifdef EARLY
  uv_sem_post(&sem);
  ready = 1;
#else
  ready = 1;
  uv_sem_post(&sem);
#endif
}
int main(void) {
  uv_thread_t t;
  uv_sem_init(&sem, 0);
  uv_thread_create(&t, other, 0);
  uv_sem_wait(&sem);
  assert(ready);
  uv_thread_join(&t);
  return 0;
}
