// Who finds the worker still there joins it: two may find it.
// Bug: misuse
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini misuse %t | FileCheck %s
// CHECK: why: The last operation on thread 0.1 before was thread 0.3's join, at step 13 (joined-by-two.c:26).
// CHECK: shown: 16 steps, 0 preemptions
// CHECK: decides: step: step 12: 0.3 load has_worker (joined-by-two.c:25)
#include "threads.h"
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t worker;
static _Atomic bool has_worker;
static int requests;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  requests++;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *stop(void *argument) {
  if (atomic_load(&has_worker)) {
    pthread_join(worker, 0);
    atomic_store(&has_worker, false);
  }
  return argument;
}

int main(void) {
  pthread_create(&worker, 0, work, 0);
  atomic_store(&has_worker, true);
  in_threads(stop, stop);
  return 0;
}

// CHECK-NEXT: because: It looks at has_worker before thread 0.2 changes it.
// CHECK-NEXT: first: 0.2 store has_worker (joined-by-two.c:27)
