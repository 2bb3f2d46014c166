// GRWLock: two writers count. Locked for reading, a count is lost. Preloaded.
//
// RUN: pkg-config --cflags --libs gthread-2.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DREADERS -w -g -O1 %s -o mutant.readers -pthread @flags
// RUN: not %mcmini ./mutant.readers | FileCheck --check-prefix=READERS %s
// READERS: assertion failed
// REQUIRES: real, libglib2.0-dev
#include <assert.h>
#include <glib.h>
static GRWLock lock;
static gint count;
static gpointer add(gpointer nothing) {
#ifdef READERS
  g_rw_lock_reader_lock(&lock);
  g_atomic_int_set(&count, g_atomic_int_get(&count) + 1);
  g_rw_lock_reader_unlock(&lock);
#else
  g_rw_lock_writer_lock(&lock);
  g_atomic_int_set(&count, g_atomic_int_get(&count) + 1);
  g_rw_lock_writer_unlock(&lock);
#endif
  return 0;
}
int main(void) {
  GThread *t = g_thread_new("a", add, 0);
  add(0);
  g_thread_join(t);
  assert(count == 2);
  return 0;
}
