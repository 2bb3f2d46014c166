// libaprutil1-dev: a pool of one idle thread and room for another. A thread that is signalled but has not woken still
// counts as idle, so the second task gets no thread, though the first waits for it (docs/findings/apr-util.md). A pool
// that begins without threads is right. Preloaded.
//
// RUN: %gcc -w -g -O1 -I/usr/include/apr-1.0 %s -o idle -laprutil-1 -lapr-1 -pthread
// RUN: not %mcmini -k ./idle | FileCheck %s
// CHECK: mcmini: deadlock: 2 threads wait and none can ever go on
// CHECK: signal condition 0#4 -> 0.1
// CHECK: signal condition 0#4 -> nobody
// CHECK: {{^}}2395 traces: 2394 completed, 1 deadlocked
// RUN: %gcc -DINIT0 -w -g -O1 -I/usr/include/apr-1.0 %s -o none -laprutil-1 -lapr-1 -pthread
// RUN: %mcmini -k ./none | FileCheck --check-prefix=NONE %s
// NONE: mcmini: ok: nothing found
// NONE: {{^}}912 traces: 912 completed
// REQUIRES: real, libaprutil1-dev
#include <apr_general.h>
#include <apr_thread_pool.h>
#include <semaphore.h>
static sem_t second_ran, both;
static void *APR_THREAD_FUNC first(apr_thread_t *thread, void *data) {
  sem_wait(&second_ran);
  sem_post(&both);
  return 0;
}
static void *APR_THREAD_FUNC second(apr_thread_t *thread, void *data) {
  sem_post(&second_ran);
  sem_post(&both);
  return 0;
}
int main(void) {
  apr_pool_t *pool;
  apr_thread_pool_t *threads;
  apr_initialize();
  apr_pool_create(&pool, 0);
  sem_init(&second_ran, 0, 0);
  sem_init(&both, 0, 0);
#ifdef INIT0
  apr_thread_pool_create(&threads, 0, 2, pool);
#else
  apr_thread_pool_create(&threads, 1, 2, pool);
#endif
  apr_thread_pool_push(threads, first, 0, 0, 0);
  apr_thread_pool_push(threads, second, 0, 0, 0);
  sem_wait(&both);
  sem_wait(&both);
  apr_thread_pool_destroy(threads);
  return 0;
}
