// g_once_init_enter: one of two threads makes the thing. Who only looks at the flag makes a second one. Preloaded.
//
// RUN: pkg-config --cflags --libs gthread-2.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but in which order threads that are not instrumented come to a GOnce
// RIGHT: {{^}}4 traces: 4 completed
// RUN: %gcc -DLOOKED -w -g -O1 %s -o mutant.looked -pthread @flags
// RUN: not %mcmini ./mutant.looked | FileCheck --check-prefix=LOOKED %s
// LOOKED: assertion failed
// REQUIRES: real, libglib2.0-dev
#include <assert.h>
#include <glib.h>
static gsize ready;
static gint made;
static gpointer use(gpointer nothing) {
#ifdef LOOKED
  if (!g_atomic_pointer_get(&ready)) {
    g_atomic_int_inc(&made);
    g_atomic_pointer_set(&ready, 1);
  }
#else
  if (g_once_init_enter(&ready)) {
    g_atomic_int_inc(&made);
    g_once_init_leave(&ready, 1);
  }
#endif
  assert(g_atomic_int_get(&made) == 1);
  return 0;
}
int main(void) {
  GThread *t = g_thread_new("a", use, 0);
  use(0);
  g_thread_join(t);
  return 0;
}
