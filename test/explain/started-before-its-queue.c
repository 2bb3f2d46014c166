// The worker is started before the queue that it reads is there.
// Bug: order
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini crash %t | FileCheck %s
// CHECK: why: Thread 0.1 read queue at step 23 (started-before-its-queue.c:26) before thread 0 has written it; where it goes well, it is written first (started-before-its-queue.c:36).
// CHECK-NEXT: why: Thread 0 was interrupted after step 1 (started-before-its-queue.c:32), and did not go on.
// CHECK: shown: 23 steps, 1 preemption
// CHECK: decides: step: step 23: 0.1 load queue (started-before-its-queue.c:26)
#include "threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(_Atomic int *) queue;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void note(void) {
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
}

static void *work(void *argument) {
  for (int i = 0; i < 10; i++)
    note();
  atomic_fetch_sub(atomic_load(&queue), 1);
  return argument;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  note();
  _Atomic int *made = malloc(sizeof *made);
  atomic_init(made, 1);
  atomic_store(&queue, made);
  pthread_join(worker, 0);
  free(made);
  return 0;
}

// CHECK-NEXT: because: It reads queue before thread 0 has written it.
// CHECK-NEXT: first: 0 store queue (started-before-its-queue.c:36)
