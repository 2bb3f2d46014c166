// The log is closed when the server has stopped, but a worker of the server has not.
// Bug: order
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1.1 read is_closed after step 18 (logged-after-the-close.c:18): thread 0 had written it last, after step 9 (logged-after-the-close.c:45); in between thread 0 ended at step 12, and thread 0.1.1 began at step 13 (logged-after-the-close.c:34).
// CHECK: shown: 18 steps, 0 preemptions
// CHECK: decides: step: step 9: 0 lock log_lock (logged-after-the-close.c:44)
#include "threads.h"
#include <assert.h>
#include <stdbool.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER, work_lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_closed;
static int work_done;

static void say(void) {
  pthread_mutex_lock(&log_lock);
  assert(!is_closed);
  pthread_mutex_unlock(&log_lock);
}

static void *work(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&work_lock);
    work_done++;
    pthread_mutex_unlock(&work_lock);
  }
  say();
  return argument;
}

static void *serve(void *argument) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_detach(worker);
  say();
  return argument;
}

int main(void) {
  pthread_t server;
  pthread_create(&server, 0, serve, 0);
  pthread_join(server, 0);
  pthread_mutex_lock(&log_lock);
  is_closed = true;
  pthread_mutex_unlock(&log_lock);
  pthread_exit(0);
}

// CHECK-NEXT: because: After it thread 0.1.1 takes log_lock, at step 18 (logged-after-the-close.c:17), and finds what thread 0 has left there.
// CHECK-NEXT: first: 0.1.1 lock log_lock (logged-after-the-close.c:17)
