// The result of trylock is not looked at: the thread unlocks what another has locked.
// Bug: misuse
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini misuse %t | FileCheck %s
// CHECK: why: The last operation on 'lock' before was thread 0.1's unlock, at step 15 (unlocked-without-having-it.c:22).
// CHECK-NEXT: why: Thread 0.2's own last one was trylock = busy, at step 14 (unlocked-without-having-it.c:28).
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 12 (unlocked-without-having-it.c:20) and went on at step 15 (unlocked-without-having-it.c:22); in between thread 0.2 ran.
// CHECK: shown: 17 steps, 1 preemption
// CHECK: decides: step: step 14: 0.2 trylock lock busy (unlocked-without-having-it.c:28)
#include "threads.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines, writes;

static void *write_all(void *argument) {
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&lock);
    writes++;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

static void *flush(void *argument) {
  pthread_mutex_trylock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(write_all, flush);
  return 0;
}

// CHECK-NEXT: because: It comes while thread 0.1 has 'lock', since step 12 (unlocked-without-having-it.c:20).
// CHECK-NEXT: or: the misuse at unlocked-without-having-it.c:29
// CHECK-NEXT: first: 0.1 unlock lock (unlocked-without-having-it.c:22)
