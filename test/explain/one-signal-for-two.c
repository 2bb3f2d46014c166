// Two tasks are put into the queue with one signal: the second worker sleeps beside a task.
// Bug: lost wakeup
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: Thread 0.2 waits for not_empty since step 6 (one-signal-for-two.c:17); the last signal, at step 12 (one-signal-for-two.c:27), woke thread 0.3, and no other comes.
// CHECK: shown: 18 steps, 0 preemptions
// CHECK: decides: step: step 8: 0.3 lock lock (one-signal-for-two.c:15)
#include "threads.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int tasks, done;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  while (!tasks)
    pthread_cond_wait(&not_empty, &lock);
  tasks--;
  done++;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *submit(void *argument) {
  pthread_mutex_lock(&lock);
  tasks += 2;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(submit, work, work);
  return 0;
}

// CHECK-NEXT: because: Thread 0.2 since step 6 (one-signal-for-two.c:17) and thread 0.3 since step 9 (one-signal-for-two.c:17) then wait for not_empty, and only 1 signal comes.
// CHECK-NEXT: first: 0.1 lock lock (one-signal-for-two.c:25)
