// apr_queue_term ends two consumers; apr_queue_interrupt_all only wakes them. Preloaded: that the queue has ended
// is read without the lock, which is not seen, so only the order in which it ends first is explored.
//
// RUN: pkg-config --cflags --libs apr-1 apr-util-1 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}1 traces: 1 completed
// RUN: %gcc -DNOTERM -w -g -O1 %s -o mutant.noterm -pthread @flags
// RUN: not %mcmini ./mutant.noterm | FileCheck --check-prefix=NOTERM %s
// NOTERM: deadlock: 3 threads wait
// REQUIRES: real, libaprutil1-dev
#include <apr_queue.h>
#include <apr_errno.h>
#include <assert.h>
#include <pthread.h>
static apr_queue_t *queue;
static void *pop(void *nothing) {
  void *got;
  apr_status_t status;
  do
    status = apr_queue_pop(queue, &got);
  while (status == APR_EINTR);
  assert(status == APR_EOF);
  return 0;
}
int main(void) {
  apr_pool_t *pool;
  apr_initialize();
  apr_pool_create(&pool, 0);
  apr_queue_create(&queue, 1, pool);
  pthread_t a, b;
  pthread_create(&a, 0, pop, 0);
  pthread_create(&b, 0, pop, 0);
#ifdef NOTERM
  apr_queue_interrupt_all(queue);
#else
  apr_queue_term(queue);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
