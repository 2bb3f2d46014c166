// A balance is read in one critical section and written in another: a deposit between them is lost.
// RIGHT: one section.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *deposit(void *argument) {
  pthread_mutex_lock(&lock);
  const int before = balance;
#ifndef RIGHT
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
#endif
  balance = before + 10;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  many_threads(2, deposit);
  assert(balance == 120);
  return 0;
}
