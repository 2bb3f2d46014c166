// A consumer that is woken takes without another look: a third one has been there before it got the mutex.
// RIGHT: while instead of if.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *argument) {
  pthread_mutex_lock(&lock);
#ifdef RIGHT
  while (items == 0)
#else
  if (items == 0)
#endif
    pthread_cond_wait(&filled, &lock);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *produce(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  in_threads(consume, consume, produce);
  return 0;
}
