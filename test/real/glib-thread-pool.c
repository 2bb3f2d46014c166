// GThreadPool with one thread, two tasks. Freed at once, it drops the tasks that nobody has begun. Preloaded.
//
// RUN: pkg-config --cflags --libs gthread-2.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}20 traces: 20 completed
// RUN: %gcc -DATONCE -w -g -O1 %s -o mutant.atonce -pthread @flags
// RUN: not %mcmini ./mutant.atonce | FileCheck --check-prefix=ATONCE %s
// ATONCE: assertion failed
// REQUIRES: real, libglib2.0-dev
#include <assert.h>
#include <glib.h>
static gint count;
static void job(gpointer item, gpointer nothing) { g_atomic_int_inc(&count); }
int main(void) {
  GThreadPool *pool = g_thread_pool_new(job, 0, 1, TRUE, 0);
  g_thread_pool_push(pool, "", 0);
  g_thread_pool_push(pool, "", 0);
#ifdef ATONCE
  g_thread_pool_free(pool, TRUE, TRUE);
#else
  g_thread_pool_free(pool, FALSE, TRUE);
#endif
  assert(count == 2);
  return 0;
}
