// GstAtomicQueue: one thread pushes, one pops; what is not pushed is not found. Preloaded.
//
// RUN: pkg-config --cflags --libs gstreamer-1.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DNOPUSH -w -g -O1 %s -o mutant.nopush -pthread @flags
// RUN: not %mcmini ./mutant.nopush | FileCheck --check-prefix=NOPUSH %s
// NOPUSH: assertion failed
// REQUIRES: real, libgstreamer1.0-dev
#include <assert.h>
#include <gst/gst.h>
#include <gst/base/gstdataqueue.h>
static GstAtomicQueue *queue;
static int item;
static gpointer push(gpointer nothing) {
#ifndef NOPUSH
  gst_atomic_queue_push(queue, &item);
#endif
  return 0;
}
int main(void) {
  queue = gst_atomic_queue_new(2);
  GThread *t = g_thread_new("t", push, 0);
  gpointer got = gst_atomic_queue_pop(queue);
  g_thread_join(t);
  if (!got)
    got = gst_atomic_queue_pop(queue);
  assert(got == &item);
  gst_atomic_queue_unref(queue);
  return 0;
}
