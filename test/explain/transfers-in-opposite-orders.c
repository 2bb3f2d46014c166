// Two transfers lock their two accounts in opposite orders.
// Bug: deadlock
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: Thread 0.1 waits for bob.lock (transfers-in-opposite-orders.c:26), which thread 0.2 has held since step 10 (transfers-in-opposite-orders.c:25); thread 0.2 waits for alice.lock (transfers-in-opposite-orders.c:26), which thread 0.1 has held since step 6 (transfers-in-opposite-orders.c:25).
// CHECK-NEXT: why: If all took these locks in the same order, none would wait for ever.
// CHECK: shown: 10 steps, 1 preemption
// CHECK: decides: step: step 10: 0.2 lock bob (transfers-in-opposite-orders.c:25)
#include "threads.h"

static struct account {
  pthread_mutex_t lock;
  int balance;
} alice = {PTHREAD_MUTEX_INITIALIZER, 100}, bob = {PTHREAD_MUTEX_INITIALIZER, 100};
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void note(void) {
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
}

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *pay_rent(void *argument) {
  for (int month = 0; month < 3; month++) {
    note();
    transfer(&alice, &bob, 10);
  }
  return argument;
}

static void *pay_back(void *argument) {
  for (int month = 0; month < 2; month++) {
    note();
    transfer(&bob, &alice, 5);
  }
  return argument;
}

int main(void) {
  in_threads(pay_rent, pay_back);
  return 0;
}

// CHECK-NEXT: because: From here thread 0.1 holds alice.lock and needs bob.lock, and thread 0.2 holds bob.lock and needs alice.lock.
// CHECK-NEXT: first: 0.1 lock bob (transfers-in-opposite-orders.c:26)
