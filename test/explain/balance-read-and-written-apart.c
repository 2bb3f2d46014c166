// A deposit reads the balance in one critical section and writes it in the next.
// Bug: atomicity
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1 gives 'lock' back at step 5 (balance-read-and-written-apart.c:19) and takes it again at step 14 (balance-read-and-written-apart.c:24); in between, at step 7 (balance-read-and-written-apart.c:17), thread 0.2 has taken it: what thread 0.1 saw before may be old.
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 5 (balance-read-and-written-apart.c:19) and went on at step 14 (balance-read-and-written-apart.c:24); in between thread 0.2 ran.
// CHECK-NEXT: why: Thread 0 read balance after step 20 (balance-read-and-written-apart.c:39): thread 0.1 had written it last, after step 14 (balance-read-and-written-apart.c:25); in between thread 0.1 ended at step 18, and thread 0 went on at step 19 (threads.h:15).
// CHECK: shown: 20 steps, 1 preemption
// CHECK: decides: step: step 7: 0.2 lock lock (balance-read-and-written-apart.c:17)
#include "threads.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, lines;

static int read_balance(void) {
  pthread_mutex_lock(&lock);
  const int value = balance;
  pthread_mutex_unlock(&lock);
  return value;
}

static void write_balance(int value) {
  pthread_mutex_lock(&lock);
  balance = value;
  pthread_mutex_unlock(&lock);
}

static void *deposit(void *argument) {
  write_balance(read_balance() + 10);
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
  return argument;
}

int main(void) {
  many_threads(2, deposit);
  assert(balance == 20);
  return 0;
}

// CHECK-NEXT: because: It comes between two critical sections of thread 0.1, which gave 'lock' back at step 5 (balance-read-and-written-apart.c:19) and takes it again at step 14 (balance-read-and-written-apart.c:24).
// CHECK-NEXT: first: 0.1 lock lock (balance-read-and-written-apart.c:24)
