// --explain: who gets a mutex, who fails to, and what a double lock of a recursive one is.
//
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -q --explain %t | FileCheck %s
// RUN: not %mcmini -q --explain %t try | FileCheck %s --check-prefix=TRY
// TRY: thread 0.2 tries to lock outer, without success: held by 0.1
// CHECK: What each step does:
// CHECK: thread 0 creates thread 0.1: not yet created -> running
// CHECK: thread 0.1 begins{{$}}
// CHECK: thread 0.1 locks outer: free -> held by 0.1
// CHECK: thread 0.1 locks outer: held by 0.1 -> held by 0.1 2 times
// CHECK: thread 0.1 unlocks outer: held by 0.1 2 times -> held by 0.1
// CHECK: The words:
// CHECK: schedule: which thread makes which step, in order
// CHECK: mutex: a lock that one thread at a time can hold
// CHECK-NOT: semaphore:
// CHECK: To see it again:
#define _GNU_SOURCE
#include "threads.h"
#include <assert.h>

static pthread_mutex_t outer = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static int tries;

static void *hold(void *argument) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&outer);
  pthread_mutex_unlock(&outer);
  assert(tries);
  pthread_mutex_unlock(&outer);
  return argument;
}

static void *try(void *argument) {
  assert(!pthread_mutex_trylock(&outer));
  pthread_mutex_unlock(&outer);
  return argument;
}

int main(int count, char **argument) {
  (void)argument;
  tries = count > 1;
  in_threads(hold, try);
  return 0;
}
