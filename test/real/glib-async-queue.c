// GAsyncQueue: one thread pushes, one pops. Pushed without the lock, the item comes after the look and before
// the wait, and nobody is woken. Preloaded. Each call of the
// library is one operation, or the atomics that it is made of are.
//
// RUN: pkg-config --cflags --libs gthread-2.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefixes=RIGHT,CALLS %s
// RUN: %mcmini -k --locks=off ./right | FileCheck --check-prefixes=RIGHT,ATOMICS %s
// RIGHT: mcmini: ok: nothing found
// CALLS: {{^}}2 traces: 2 completed
// ATOMICS: {{^}}36 traces: 36 completed
// RUN: %gcc -DUNLOCKED -w -g -O1 %s -o mutant.unlocked -pthread @flags
// RUN: not %mcmini -k ./mutant.unlocked | FileCheck --check-prefix=UNLOCKED %s
// UNLOCKED: deadlock: 1 thread waits
// UNLOCKED: {{^}}6 traces: 5 completed, 1 deadlocked
// REQUIRES: real, libglib2.0-dev
#include <assert.h>
#include <glib.h>
static GAsyncQueue *queue;
static int item;
static gpointer producer(gpointer nothing) {
  item = 1;
#ifdef UNLOCKED
  g_async_queue_push_unlocked(queue, &item);
#else
  g_async_queue_push(queue, &item);
#endif
  return 0;
}
int main(void) {
  queue = g_async_queue_new();
  GThread *a = g_thread_new("a", producer, 0);
  int *first = g_async_queue_pop(queue);
  assert(*first == 1);
  g_thread_join(a);
  g_async_queue_unref(queue);
  return 0;
}
