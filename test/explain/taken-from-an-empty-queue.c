// A consumer that has been woken does not look again (`if` for `while`): another was faster.
// Bug: order
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1 has been woken and goes on at step 15 (taken-from-an-empty-queue.c:20); before, at step 12 (taken-from-an-empty-queue.c:18), thread 0.2 has taken 'lock': what the first waited for may be gone, and it has to look again.
// CHECK-NEXT: why: Thread 0.3 was interrupted after step 10 (taken-from-an-empty-queue.c:32), and did not go on.
// CHECK-NEXT: why: Thread 0.1 read items after step 15 (taken-from-an-empty-queue.c:21): thread 0.2 had written it last, after step 12 (taken-from-an-empty-queue.c:22); in between thread 0.2 ended at step 14, and thread 0.1 went on at step 15 (taken-from-an-empty-queue.c:20).
// CHECK: shown: 15 steps, 1 preemption
// CHECK: decides: step: step 15: 0.1 wake not_empty (taken-from-an-empty-queue.c:20)
#include "threads.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *argument) {
  pthread_mutex_lock(&lock);
  if (!items)
    pthread_cond_wait(&not_empty, &lock);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *produce(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  in_threads(consume, consume, produce);
  return 0;
}

// CHECK-NEXT: because: From here thread 0.1 goes straight on to where it fails.
// CHECK-NEXT: first: 0.3 lock lock (taken-from-an-empty-queue.c:29)
