// GRecMutex: who holds it counts, and takes it again for that. Given back between, the other counts there. Preloaded.
//
// RUN: pkg-config --cflags --libs gthread-2.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DBETWEEN -w -g -O1 %s -o mutant.between -pthread @flags
// RUN: not %mcmini ./mutant.between | FileCheck --check-prefix=BETWEEN %s
// BETWEEN: assertion failed
// REQUIRES: real, libglib2.0-dev
#include <assert.h>
#include <glib.h>
static GRecMutex mutex;
static gint count;
static void add_once(void) {
  g_rec_mutex_lock(&mutex);
  g_atomic_int_set(&count, g_atomic_int_get(&count) + 1);
  g_rec_mutex_unlock(&mutex);
}
static gpointer add(gpointer nothing) {
  g_rec_mutex_lock(&mutex);
  int before = g_atomic_int_get(&count);
#ifdef BETWEEN
  g_rec_mutex_unlock(&mutex);
#endif
  add_once();
  assert(g_atomic_int_get(&count) == before + 1);
#ifndef BETWEEN
  g_rec_mutex_unlock(&mutex);
#endif
  return 0;
}
int main(void) {
  GThread *t = g_thread_new("a", add, 0);
  add(0);
  g_thread_join(t);
  return 0;
}
