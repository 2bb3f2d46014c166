// GLib's queue takes its lock inside of the library: the step has the line of the program that called the queue. Preloaded and
// by the plugin; G_SLICE leaves out locks of GLib's allocator.
// RUN: pkg-config --cflags --libs glib-2.0 > %t.flags && %gcc -g -O1 %s -o %t @%t.flags && %mcmini-cc -g %s -o %t.plugin @%t.flags
// RUN: not env G_SLICE=always-malloc %mcmini %t | FileCheck %s
// RUN: not env G_SLICE=always-malloc %mcmini %t.plugin | FileCheck %s
// CHECK: mcmini: deadlock: 3 threads wait and none can ever go on
// CHECK: thread 0.1 (push) waits to lock {{.*}} held by thread 0.2 since step {{.*}} (the-line-that-the-user-knows.c:[[#@LINE+16]])
// CHECK: at {{.*}}:[[#@LINE+9]] g_async_queue_push(queue, &mutex);
#include <glib.h>
#include <pthread.h>

static GAsyncQueue *queue;
static GMutex mutex;

static void *push(void *argument) {
  g_mutex_lock(&mutex);
  g_async_queue_push(queue, &mutex);
  g_mutex_unlock(&mutex);
  return argument;
}

static void *pop(void *argument) {
  g_async_queue_lock(queue);
  g_mutex_lock(&mutex);
  g_mutex_unlock(&mutex);
  g_async_queue_unlock(queue);
  return argument;
}

int main(void) {
  pthread_t one, other;
  queue = g_async_queue_new();
  pthread_create(&one, NULL, push, NULL);
  pthread_create(&other, NULL, pop, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
