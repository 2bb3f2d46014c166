// Requests are counted under the lock, errors are not.
// Bug: race
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini data-race %t | FileCheck %s
// CHECK: why: Thread 0.1 holds 'lock' there, thread 0.2 holds no lock: if it held 'lock', too, the two would be ordered.
// CHECK: shown: 12 steps, 0 preemptions
// CHECK: decides: step: step 8: 0.2 lock lock (counted-without-the-lock.c:19)
#include "threads.h"
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests;

static void handle(bool fails) {
  if (fails) {
    requests++;
    return;
  }
  pthread_mutex_lock(&lock);
  requests++;
  pthread_mutex_unlock(&lock);
}

static void *good_client(void *argument) {
  handle(false);
  return argument;
}

static void *bad_client(void *argument) {
  handle(false);
  handle(false);
  handle(false);
  handle(true);
  return argument;
}

int main(void) {
  in_threads(good_client, bad_client);
  return 0;
}

// CHECK-NEXT: because: Thread 0.2 takes 'lock' here for the last time before its write (counted-without-the-lock.c:16). Had thread 0.1 had it by then, its read (counted-without-the-lock.c:20) would come first; from here on nothing orders the two.
// CHECK-NEXT: first: 0.1 lock lock (counted-without-the-lock.c:19)
