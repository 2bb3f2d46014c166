// The second stage of a pipeline asks whether the first has begun, and not whether it has ended.
// Bug: order
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1 read state after step 8 (second-stage-starts-first.c:32): thread 0.2 had written it last, after step 4 (second-stage-starts-first.c:19); in between thread 0.2 was interrupted after step 6 (second-stage-starts-first.c:21), and thread 0.1 began at step 7 (threads.h:13).
// CHECK: shown: 8 steps, 1 preemption
// CHECK: decides: step: step 8: 0.1 lock lock (second-stage-starts-first.c:31)
#include "threads.h"
#include <assert.h>

enum { NEW, BEGUN, PARSED };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int state = NEW;

static void enter(int next) {
  pthread_mutex_lock(&lock);
  state = next;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void *parse(void *argument) {
  enter(BEGUN);
  enter(PARSED);
  return argument;
}

static void *run(void *argument) {
  pthread_mutex_lock(&lock);
  while (state == NEW)
    pthread_cond_wait(&changed, &lock);
  assert(state == PARSED);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(run, parse);
  return 0;
}

// CHECK-NEXT: because: From here thread 0.1 goes straight on to where it fails.
// CHECK-NEXT: first: 0.2 lock lock (second-stage-starts-first.c:18)
