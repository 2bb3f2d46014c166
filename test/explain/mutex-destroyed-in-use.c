// The pool's lock is destroyed when the last task is taken, not when its worker is done.
// Bug: misuse
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini misuse %t | FileCheck %s
// CHECK: why: The last operation on 'lock' before was thread 0.1's lock, at step 6 (mutex-destroyed-in-use.c:18).
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 6 (mutex-destroyed-in-use.c:18), and did not go on.
// CHECK: shown: 11 steps, 1 preemption
// CHECK: decides: step: step 11: 0.3 destroy lock (mutex-destroyed-in-use.c:26)
#include "threads.h"
#include <stdatomic.h>

static pthread_mutex_t lock;
static _Atomic int tasks = 2;
static int done;

static void *work(void *argument) {
  atomic_fetch_sub(&tasks, 1);
  pthread_mutex_lock(&lock);
  done++;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *shut_down(void *argument) {
  if (atomic_load(&tasks) == 0)
    pthread_mutex_destroy(&lock);
  return argument;
}

int main(void) {
  pthread_mutex_init(&lock, 0);
  in_threads(work, work, shut_down);
  return 0;
}

// CHECK-NEXT: because: It is the misuse itself.
// CHECK-NEXT: first: 0.1 unlock lock (mutex-destroyed-in-use.c:20)
