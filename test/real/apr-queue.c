// apr_queue: one thread pushes, one pops; who only tries may come too early. Preloaded.
//
// RUN: pkg-config --cflags --libs apr-1 apr-util-1 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DTRYPOP -w -g -O1 %s -o mutant.trypop -pthread @flags
// RUN: not %mcmini ./mutant.trypop | FileCheck --check-prefix=TRYPOP %s
// TRYPOP: assertion failed
// REQUIRES: real, libaprutil1-dev
#include <apr_queue.h>
#include <apr_thread_proc.h>
#include <assert.h>
#include <pthread.h>
static apr_queue_t *queue;
static int item;
static void *push(void *nothing) {
  item = 1;
  apr_queue_push(queue, &item);
  return 0;
}
int main(void) {
  apr_pool_t *pool;
  apr_initialize();
  apr_pool_create(&pool, 0);
  apr_queue_create(&queue, 1, pool);
  pthread_t t;
  pthread_create(&t, 0, push, 0);
  void *got = 0;
#ifdef TRYPOP
  apr_queue_trypop(queue, &got);
#else
  apr_queue_pop(queue, &got);
#endif
  assert(got == &item);
  pthread_join(t, 0);
  return 0;
}
