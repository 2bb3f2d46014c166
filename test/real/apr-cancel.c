// libaprutil1-dev: tasks of a pool are cancelled by two threads. Its worker signals one of those who wait
// for it (docs/findings/apr-util.md). One thread alone is right. Preloaded.
//
// RUN: %gcc -w -g -O1 -I/usr/include/apr-1.0 %s -o one -laprutil-1 -lapr-1 -pthread
// RUN: %mcmini -k ./one | FileCheck --check-prefix=ONE %s
// ONE: mcmini: ok: nothing found
// ONE: {{^}}7 traces: 7 completed
// RUN: %gcc -DSAME -w -g -O1 -I/usr/include/apr-1.0 %s -o same -laprutil-1 -lapr-1 -pthread
// RUN: not %mcmini -k ./same | FileCheck --check-prefix=SAME %s
// SAME: is blocked at apr_thread_pool_tasks_cancel in libaprutil-1.so.0.6.3
// SAME: {{^}}28 traces: 24 completed, 4 deadlocked
// RUN: %gcc -DTWO -w -g -O1 -I/usr/include/apr-1.0 %s -o two -laprutil-1 -lapr-1 -pthread
// RUN: not %mcmini -k ./two | FileCheck --check-prefix=TWO %s
// TWO: {{^}}9872 traces: 9656 completed, 216 deadlocked
// REQUIRES: real, libaprutil1-dev
#include <apr_general.h>
#include <apr_thread_pool.h>
#include <pthread.h>
static apr_thread_pool_t *threads;
static int owners[2];
static void *APR_THREAD_FUNC task(apr_thread_t *thread, void *data) { return 0; }
static void *cancel(void *owner) {
  apr_thread_pool_tasks_cancel(threads, owner);
  return 0;
}
int main(void) {
  apr_pool_t *pool;
  apr_initialize();
  apr_pool_create(&pool, 0);
  apr_thread_pool_create(&threads, 0, 2, pool);
  apr_thread_pool_push(threads, task, 0, 0, &owners[0]);
#ifdef TWO
  apr_thread_pool_push(threads, task, 0, 0, &owners[1]);
#endif
  pthread_t t;
#ifdef TWO
  pthread_create(&t, 0, cancel, &owners[1]);
#elif defined SAME
  pthread_create(&t, 0, cancel, &owners[0]);
#endif
  cancel(&owners[0]);
#if defined TWO || defined SAME
  pthread_join(t, 0);
#endif
  apr_thread_pool_destroy(threads);
  return 0;
}
