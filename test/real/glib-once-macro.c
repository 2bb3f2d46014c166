// GLib's g_once and g_once_init_enter begin with an inlined atomic load, which the plugin sees; the rest is the library's,
// one operation each by locks.def. Who sees the flag reads what was made before it was set: no race, and all is
// complete. Two threads, of which either is first: the other's load comes before or behind the flag, so 4 traces.
// Without the table the library's atomics, loads and stores are operations: no race either. Who sets
// the flag first, or sets it by a plain store, has the race. What the test could hide: in a preloaded
// program the inlined load is not seen: incomplete (glib-once.c).
// RUN: pkg-config --cflags --libs glib-2.0 > flags
// RUN: %mcmini-cc -g -O1 %s -o enter @flags && %mcmini -k ./enter | FileCheck %s
// RUN: %mcmini-cc -DONCE -g -O1 %s -o once @flags && %mcmini -k ./once | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}4 traces: 4 completed
// CHECK: Every schedule of the program was explored
// RUN: %mcmini -k --locks=off ./enter | FileCheck --check-prefix=OFF %s
// RUN: %mcmini -k --locks=off ./once | FileCheck --check-prefix=OFF %s
// OFF: mcmini: ok: nothing found
// OFF: Every schedule of the program was explored
// RUN: %mcmini-cc -DEARLY -g -O1 %s -o early @flags && not %mcmini ./early | FileCheck --check-prefix=EARLY %s
// EARLY: data race: value: write at glib-once-macro.c:{{[0-9]+}} and read at glib-once-macro.c:{{[0-9]+}}, which nothing orders
// RUN: %mcmini-cc -DPLAIN -g -O1 %s -o plain @flags && not %mcmini ./plain | FileCheck --check-prefix=PLAIN %s
// PLAIN: data race: ready: write at glib-once-macro.c:{{[0-9]+}} and atomic read at glib-once-macro.c:{{[0-9]+}}, which nothing orders
// REQUIRES: real, libglib2.0-dev
#include <assert.h>
#include <glib.h>
#include <pthread.h>
static gsize ready;
static int value;
#ifdef ONCE
static GOnce once = G_ONCE_INIT;
static gpointer make(gpointer nothing) {
  value = 42;
  return nothing;
}
#endif
static void *use(void *nothing) {
#ifdef ONCE
  g_once(&once, make, 0);
#else
  if (g_once_init_enter(&ready)) {
#if defined EARLY
    g_once_init_leave(&ready, 1);
    value = 42;
#elif defined PLAIN
    value = 42;
    ready = 1;
    g_once_init_leave(&ready, 1);
#else
    value = 42;
    g_once_init_leave(&ready, 1);
#endif
  }
#endif
  assert(value == 42);
  return nothing;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  use(0);
  pthread_join(t, 0);
  return 0;
}
