// GLib's locks as the atomics and futexes that they are: each step inside of the library, and each wait, says from which line of
// the program it was called, preloaded and by the plugin. What is shown has run again for that, also by `replay`; no other trace
// looks for callers, so that `--minimise=off` does not say it.
// RUN: pkg-config --cflags --libs glib-2.0 > %t.flags
// RUN: %gcc -g %s -o %t @%t.flags && %mcmini-cc -g %s -o %t.plugin @%t.flags
// RUN: not env MCMINI_OPTIONS=--trials=off %mcmini --locks=off --json=%t.json --output-dir=%t.dir %t | FileCheck %s
// RUN: not env MCMINI_OPTIONS=--trials=off %mcmini --locks=off --output-dir=%t.dir %t.plugin | FileCheck %s
// RUN: rm -rf %t.off && mkdir %t.off && not %mcmini --locks=off --output-dir=%t.off %t | FileCheck %s --check-prefix=OFF
// RUN: not %mcmini replay %t.off/*.trace -- %t | FileCheck %s --check-prefix=REPLAY
// CHECK: mcmini: deadlock: 3 threads wait and none can ever go on
// CHECK: At the end:
// CHECK: thread 0.1 (forward) waits to be woken at second.p
// CHECK-NEXT: at libglib{{.*}}, from the-line-that-called-a-lock.c:[[#@LINE+14]]  g_mutex_lock(&sec
// CHECK: thread 0.2 (backward) waits to be woken at first.p
// CHECK-NEXT: at libglib{{.*}}, from the-line-that-called-a-lock.c:[[#@LINE+20]]  g_mutex_lock(&fir
// REPLAY: compare-exchange{{.*}} {{[0-9]+}}  g_mutex_lock(&first);
// OFF: thread 0.1 (forward) waits to be woken at second.p
// OFF-NEXT: at libglib
// OFF-NOT: from the-line
#include <glib.h>
#include <pthread.h>

static GMutex first, second;

static void *forward(void *argument) {
  g_mutex_lock(&first);
  g_mutex_lock(&second);
  g_mutex_unlock(&second);
  g_mutex_unlock(&first);
  return argument;
}

static void *backward(void *argument) {
  g_mutex_lock(&second);
  g_mutex_lock(&first);
  g_mutex_unlock(&first);
  g_mutex_unlock(&second);
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, forward, NULL);
  pthread_create(&other, NULL, backward, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
