// A deposit reads the balance in one critical section and writes it in the next.
// Bug: atomicity
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1 gives 'lock' back at step 5 (balance-read-and-written-apart.c:17) and takes it again at step 14 (balance-read-and-written-apart.c:22); in between, at step 7 (balance-read-and-written-apart.c:15), thread 0.2 has taken it: what the first has seen may be old.
// CHECK: shown: 20 steps, 1 preemption
// CHECK: decides: step: step 7: 0.2 lock lock (balance-read-and-written-apart.c:15)
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

// CHECK-NEXT: because: It comes between two critical sections of thread 0.1, which gave 'lock' back at step 5 (balance-read-and-written-apart.c:17) and takes it again at step 14 (balance-read-and-written-apart.c:22).
// CHECK-NEXT: first: 0.1 lock lock (balance-read-and-written-apart.c:22)
