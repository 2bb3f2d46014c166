// GMutex and GCond: who looks, gives the lock back and then waits for what he has seen loses the signal, and so
// does who is not signalled. Preloaded. Each call of the
// library is one operation, or the atomics that it is made of are.
//
// RUN: pkg-config --cflags --libs gthread-2.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefixes=RIGHT,CALLS %s
// RUN: %mcmini -k --locks=off ./right | FileCheck --check-prefixes=RIGHT,ATOMICS %s
// RIGHT: mcmini: ok: nothing found
// CALLS: {{^}}2 traces: 2 completed
// ATOMICS: {{^}}36 traces: 36 completed
// RUN: %gcc -DUNSIGNALLED -w -g -O1 %s -o mutant.unsignalled -pthread @flags
// RUN: not %mcmini -k ./mutant.unsignalled | FileCheck --check-prefix=UNSIGNALLED %s
// UNSIGNALLED: deadlock: 2 threads wait
// UNSIGNALLED: {{^}}2 traces: 1 completed, 1 deadlocked
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread @flags
// RUN: not %mcmini -k ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: deadlock: 2 threads wait
// EARLY: {{^}}3 traces: 2 completed, 1 deadlocked
// REQUIRES: real, libglib2.0-dev
#include <assert.h>
#include <glib.h>
static GMutex mutex;
static GCond cond;
static gboolean ready;
static gpointer waiter(gpointer nothing) {
#ifdef EARLY
  g_mutex_lock(&mutex);
  gboolean now = ready;
  g_mutex_unlock(&mutex);
  g_mutex_lock(&mutex);
  if (!now)
    g_cond_wait(&cond, &mutex);
#else
  g_mutex_lock(&mutex);
  while (!ready)
    g_cond_wait(&cond, &mutex);
#endif
  g_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  GThread *a = g_thread_new("a", waiter, 0);
  g_mutex_lock(&mutex);
  ready = TRUE;
#ifndef UNSIGNALLED
  g_cond_signal(&cond);
#endif
  g_mutex_unlock(&mutex);
  g_thread_join(a);
  return 0;
}
