// GLib's GMutex (libglib2.0-dev) taken in two orders: a deadlock that no schedule shows, as the free path is
// an inline atomic of the library. Not complete.
// RUN: pkg-config --cflags --libs glib-2.0 > flags
// RUN: %mcmini-cc -g %s -o %t @flags && not %mcmini %t | FileCheck %s
// RUN: %gcc -g %s -o %t.plain -pthread @flags && not %mcmini %t.plain | FileCheck %s
// RUN: not %mcmini --threads=kernel %t.plain | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but g_mutex_lock of libglib-2.0.so.0 goes by atomics that are not seen
#include <glib.h>
#include <pthread.h>

static GMutex a, b;

static void *first(void *argument) {
  g_mutex_lock(&a), g_mutex_lock(&b);
  g_mutex_unlock(&b), g_mutex_unlock(&a);
  return argument;
}

static void *second(void *argument) {
  g_mutex_lock(&b), g_mutex_lock(&a);
  g_mutex_unlock(&a), g_mutex_unlock(&b);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, first, NULL);
  pthread_create(&thread[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
