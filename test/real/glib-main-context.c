// GMainContext: a source of another thread ends the loop. A bound. Ended before it has begun, the loop never ends.
// Preloaded.
//
// RUN: pkg-config --cflags --libs gthread-2.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: not %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but only fair schedules were explored
// RIGHT: {{^}}100 traces: 100 completed
// RUN: %gcc -DDIRECT -w -g -O1 %s -o mutant.direct -pthread @flags
// RUN: not %mcmini --max-traces=100 ./mutant.direct | FileCheck --check-prefix=DIRECT %s
// DIRECT: deadlock: 1 thread waits
// REQUIRES: real, libglib2.0-dev
#include <assert.h>
#include <glib.h>
static GMainLoop *loop;
static GMainContext *context;
static gint done;
static gboolean end(gpointer nothing) {
  done = 1;
  g_main_loop_quit(loop);
  return FALSE;
}
static gpointer other(gpointer nothing) {
#ifdef DIRECT
  g_atomic_int_set(&done, 1);
  g_main_loop_quit(loop);
#else
  GSource *s = g_idle_source_new();
  g_source_set_callback(s, end, 0, 0);
  g_source_attach(s, context);
  g_source_unref(s);
#endif
  return 0;
}
int main(void) {
  context = g_main_context_new();
  loop = g_main_loop_new(context, FALSE);
  GThread *t = g_thread_new("a", other, 0);
  g_main_loop_run(loop);
  g_thread_join(t);
  assert(done);
  return 0;
}
