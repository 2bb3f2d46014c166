// The last seat is free when both look, and sold twice.
// RIGHT: looks and sells in one critical section.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1;

static bool is_free(void) {
  pthread_mutex_lock(&lock);
  const bool any = seats > 0;
#ifndef RIGHT
  pthread_mutex_unlock(&lock);
#endif
  return any;
}

static void sell(void) {
#ifndef RIGHT
  pthread_mutex_lock(&lock);
#endif
  seats--;
}

static void *customer(void *argument) {
  if (is_free()) {
    sell();
    assert(seats >= 0);
    pthread_mutex_unlock(&lock);
  }
#ifdef RIGHT
  else
    pthread_mutex_unlock(&lock);
#endif
  return argument;
}

int main(void) {
  many_threads(3, customer);
  return 0;
}
