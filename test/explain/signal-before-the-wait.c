// The worker waits for the signal without a look at what it stands for: it may have been sent before.
// Bug: lost wakeup
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: The signal of configured at step 7 (signal-before-the-wait.c:32) came before thread 0.1 waited for it, at step 14 (signal-before-the-wait.c:23): it is lost, and no other comes.
// CHECK: shown: 14 steps, 0 preemptions
// CHECK: decides: step: step 6: 0.2 lock lock (signal-before-the-wait.c:30)
#include "threads.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t configured = PTHREAD_COND_INITIALIZER;
static int setting, lines;

static void note(void) {
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
}

static void *serve(void *argument) {
  note();
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&configured, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *configure(void *argument) {
  note();
  pthread_mutex_lock(&lock);
  setting = 1;
  pthread_cond_signal(&configured);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(serve, configure);
  return 0;
}

// CHECK-NEXT: because: After it the last signal goes out, at step 7 (signal-before-the-wait.c:32), before thread 0.1 waits for it, at step 14 (signal-before-the-wait.c:23).
// CHECK-NEXT: first: 0.1 lock lock (signal-before-the-wait.c:22)
