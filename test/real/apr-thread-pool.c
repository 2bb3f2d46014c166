// apr_thread_pool: a task is cancelled, or has begun and is waited for. It need not have run. Preloaded.
//
// RUN: pkg-config --cflags --libs apr-1 apr-util-1 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}19 traces: 19 completed
// RUN: %gcc -DCANCEL -w -g -O1 %s -o mutant.cancel -pthread @flags
// RUN: not %mcmini -k ./mutant.cancel | FileCheck --check-prefix=CANCEL %s
// CANCEL: assertion failed
// CANCEL: {{^}}19 traces: 8 completed, 0 deadlocked, 11 failed
// REQUIRES: real, libaprutil1-dev
#include <apr_general.h>
#include <apr_thread_pool.h>
#include <assert.h>
#include <stdatomic.h>
static atomic_int done;
static void *APR_THREAD_FUNC task(apr_thread_t *thread, void *data) {
  done = 1;
  return 0;
}
int main(void) {
  apr_pool_t *pool;
  apr_thread_pool_t *threads;
  apr_initialize();
  apr_pool_create(&pool, 0);
  apr_thread_pool_create(&threads, 1, 1, pool);
  apr_thread_pool_push(threads, task, 0, 0, &done);
#ifdef CANCEL
  apr_thread_pool_tasks_cancel(threads, &done);
  apr_thread_pool_destroy(threads);
  assert(done);
#else
  apr_thread_pool_tasks_cancel(threads, &done);
  int before = done;
  apr_thread_pool_destroy(threads);
  assert(done == before);
#endif
  return 0;
}
