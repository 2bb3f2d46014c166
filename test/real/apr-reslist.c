// apr_reslist of one resource, used by two threads, one of which may keep it. Preloaded.
//
// RUN: pkg-config --cflags --libs apr-1 apr-util-1 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}16 traces: 16 completed
// RUN: %gcc -DKEEP -w -g -O1 %s -o mutant.keep -pthread @flags
// RUN: not %mcmini -k ./mutant.keep | FileCheck --check-prefix=KEEP %s
// KEEP: deadlock: 1 thread waits
// KEEP: {{^}}2 traces: 0 completed, 2 deadlocked
// REQUIRES: real, libaprutil1-dev
#include <apr_general.h>
#include <apr_reslist.h>
#include <assert.h>
#include <pthread.h>
static apr_reslist_t *list;
static int resource, users;
static apr_status_t make(void **res, void *p, apr_pool_t *pool) { *res = &resource; return 0; }
static apr_status_t end(void *res, void *p, apr_pool_t *pool) { return 0; }
static void *use(void *nothing) {
  void *got;
  assert(apr_reslist_acquire(list, &got) == 0);
  assert(++users == 1);
  users--;
#ifndef KEEP
  apr_reslist_release(list, got);
#endif
  return 0;
}
int main(void) {
  apr_pool_t *pool;
  apr_initialize();
  apr_pool_create(&pool, 0);
  apr_reslist_create(&list, 0, 0, 1, 0, make, end, 0, pool);
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  use(0);
  pthread_join(t, 0);
  return 0;
}
