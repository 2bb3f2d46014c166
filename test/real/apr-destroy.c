// libaprutil1-dev: a wait that ends without a signal lets apr_thread_pool_destroy go on while a worker runs
// (docs/findings/apr-util.md); without such wake-ups it is right. Preloaded.
//
// RUN: %gcc -w -g -O1 -I/usr/include/apr-1.0 %s -o pool -laprutil-1 -lapr-1 -pthread
// RUN: %mcmini -k ./pool | FileCheck %s
// CHECK: mcmini: ok: nothing found
// RUN: not %mcmini -k --spurious-wakeups=1 ./pool | FileCheck --check-prefix=WOKEN %s
// WOKEN: use of a condition variable after its destroy
// WOKEN: {{^}}45 traces: 43 completed, 0 deadlocked, 2 failed
// REQUIRES: real, libaprutil1-dev
#include <apr_general.h>
#include <apr_thread_pool.h>
static void *APR_THREAD_FUNC task(apr_thread_t *thread, void *data) { return 0; }
int main(void) {
  apr_pool_t *pool;
  apr_thread_pool_t *threads;
  apr_initialize();
  apr_pool_create(&pool, 0);
  apr_thread_pool_create(&threads, 0, 1, pool);
  apr_thread_pool_push(threads, task, 0, 0, 0);
  apr_thread_pool_destroy(threads);
  return 0;
}
