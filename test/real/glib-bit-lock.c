// g_bit_lock around a counter. Preloaded. Each call of the
// library is one operation, or the atomics that it is made of are.
//
// RUN: pkg-config --cflags --libs gthread-2.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefixes=RIGHT,CALLS %s
// RUN: %mcmini -k --locks=off ./right | FileCheck --check-prefixes=RIGHT,ATOMICS %s
// RIGHT: mcmini: ok: nothing found
// CALLS: {{^}}2 traces: 2 completed
// ATOMICS: {{^}}12 traces: 12 completed
// RUN: %gcc -DNOLOCK -w -g -O1 %s -o mutant.nolock -pthread @flags
// RUN: not %mcmini -k ./mutant.nolock | FileCheck --check-prefix=NOLOCK %s
// NOLOCK: assertion failed
// NOLOCK: {{^}}4 traces: 2 completed, 0 deadlocked, 2 failed
// REQUIRES: real, libglib2.0-dev
#include <assert.h>
#include <glib.h>
static gint lock;
static gint count;
static gpointer add(gpointer nothing) {
#ifndef NOLOCK
  g_bit_lock(&lock, 0);
#endif
  gint now = g_atomic_int_get(&count);
  g_atomic_int_set(&count, now + 1);
#ifndef NOLOCK
  g_bit_unlock(&lock, 0);
#endif
  return 0;
}
int main(void) {
  GThread *a = g_thread_new("a", add, 0);
  add(0);
  g_thread_join(a);
  assert(count == 2);
  return 0;
}
