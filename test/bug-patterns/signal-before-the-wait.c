// A thread waits for a signal without a look at what it stands for: the signal has been.
// RIGHT: waits only while there is nothing.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: deadlock
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static bool is_ready;

static void *wait_for_it(void *argument) {
  pthread_mutex_lock(&lock);
#ifdef RIGHT
  while (!is_ready)
#endif
    pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *make_it(void *argument) {
  pthread_mutex_lock(&lock);
  is_ready = true;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(wait_for_it, make_it);
  return is_ready ? 0 : 1;
}
