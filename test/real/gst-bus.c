// GstBus of GStreamer: who waits gets the message of another thread. Preloaded.
//
// RUN: pkg-config --cflags --libs gstreamer-1.0 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but the child of fork is not explored
// RIGHT: {{^}}5 traces: 5 completed
// RUN: %gcc -DNOPOST -w -g -O1 %s -o mutant.nopost -pthread @flags
// RUN: not %mcmini ./mutant.nopost | FileCheck --check-prefix=NOPOST %s
// NOPOST: deadlock: 1 thread waits
// REQUIRES: real, libgstreamer1.0-dev
#include <assert.h>
#include <gst/gst.h>
static GstBus *bus;
static gpointer post(gpointer nothing) {
#ifndef NOPOST
  gst_bus_post(bus, gst_message_new_eos(0));
#endif
  return 0;
}
int main(int n, char **v) {
  gst_init(&n, &v);
  bus = gst_bus_new();
  GThread *t = g_thread_new("a", post, 0);
  GstMessage *m = gst_bus_timed_pop(bus, GST_CLOCK_TIME_NONE);
  assert(m);
  gst_message_unref(m);
  g_thread_join(t);
  return 0;
}
