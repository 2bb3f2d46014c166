// A producer and a consumer wait on one condition variable, and a single signal goes to the wrong one.
// Bug: lost wakeup
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: The last signal of changed, at step 20 (signal-to-the-wrong-waiter.c:32), woke thread 0.1, which waits again since step 24 (signal-to-the-wrong-waiter.c:30).
// CHECK-NEXT: why: Thread 0.4 waits for changed since step 18 (signal-to-the-wrong-waiter.c:20); the last signal, at step 20 (signal-to-the-wrong-waiter.c:32), woke thread 0.1, and no other comes.
// CHECK: shown: 24 steps, 0 preemptions
// CHECK: decides: step: step 20: 0.2 signal changed 0.1 (signal-to-the-wrong-waiter.c:32)
#include "threads.h"

enum { ROOM = 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce(void *argument) {
  pthread_mutex_lock(&lock);
  while (items == ROOM)
    pthread_cond_wait(&changed, &lock);
  items++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *consume(void *argument) {
  pthread_mutex_lock(&lock);
  while (!items)
    pthread_cond_wait(&changed, &lock);
  items--;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(consume, consume, produce, produce);
  return 0;
}

// CHECK-NEXT: because: It is the last signal, and wakes thread 0.1, which waits again at step 24 (signal-to-the-wrong-waiter.c:[[@LINE-12]]); thread 0.4 waits on.
// CHECK-NEXT: first: 0.2 signal changed 0.4 (signal-to-the-wrong-waiter.c:32)
