// A request is made in one critical section and answered in another: a thread that looks between the two
// finds no answer. RIGHT: one section around both.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int request, answer;

static void *ask(void *argument) {
  pthread_mutex_lock(&first);
  request = 1;
#ifndef RIGHT
  pthread_mutex_unlock(&first);
#endif
  pthread_mutex_lock(&second);
  answer = 2;
  pthread_mutex_unlock(&second);
#ifdef RIGHT
  pthread_mutex_unlock(&first);
#endif
  return argument;
}

static void *look(void *argument) {
  pthread_mutex_lock(&first);
  const int seen = request;
  pthread_mutex_unlock(&first);
  pthread_mutex_lock(&second);
  const int got = answer;
  pthread_mutex_unlock(&second);
  assert(!seen || got == seen + 1);
  return argument;
}

int main(void) {
  in_threads(ask, ask, look);
  return 0;
}
