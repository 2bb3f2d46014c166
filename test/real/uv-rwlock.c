// uv_rwlock: two writers; two that only lock for reading meet. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -luv
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DREADER -w -g -O1 %s -o mutant.reader -pthread -luv
// RUN: not %mcmini -k ./mutant.reader | FileCheck --check-prefix=READER %s
// READER: assertion failed
// READER: {{^}}4 traces: 2 completed, 0 deadlocked, 2 failed
// REQUIRES: real, libuv1-dev
#include <assert.h>
#include <stdatomic.h>
#include <uv.h>
static uv_rwlock_t lock;
static int value;
static uv_sem_t in;
static void add(void *nothing) {
#ifdef READER
  uv_rwlock_rdlock(&lock);
#else
  uv_rwlock_wrlock(&lock);
#endif
  assert(uv_sem_trywait(&in) == 0); /* nobody else is here */
  value++;
  uv_sem_post(&in);
#ifdef READER
  uv_rwlock_rdunlock(&lock);
#else
  uv_rwlock_wrunlock(&lock);
#endif
}
int main(void) {
  uv_thread_t t;
  uv_rwlock_init(&lock);
  uv_sem_init(&in, 1);
  uv_thread_create(&t, add, 0);
  add(0);
  uv_thread_join(&t);
  assert(value == 2);
  return 0;
}
