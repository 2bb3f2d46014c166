// A wait gives back its own mutex, but not the one around it, which the other needs to wake it.
// RIGHT: the outer one is given back first.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: deadlock
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <stdbool.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static bool full;

static void *take(void *argument) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
#ifdef RIGHT
  pthread_mutex_unlock(&outer);
#endif
  while (!full)
    pthread_cond_wait(&filled, &inner);
  full = false;
  pthread_mutex_unlock(&inner);
#ifndef RIGHT
  pthread_mutex_unlock(&outer);
#endif
  return argument;
}

static void *fill(void *argument) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  full = true;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return argument;
}

int main(void) {
  in_threads(take, fill);
  return 0;
}
