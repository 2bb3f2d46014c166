// Three threads take two of three locks each, around: a circle. RIGHT: the lower number first.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: deadlock
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"

static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                  PTHREAD_MUTEX_INITIALIZER};

static void *take_two(void *number) {
  long first = (long)number, second = (first + 1) % 3;
#ifdef RIGHT
  if (second < first)
    first = 0, second = 2;
#endif
  pthread_mutex_lock(&lock[first]);
  pthread_mutex_lock(&lock[second]);
  pthread_mutex_unlock(&lock[second]);
  pthread_mutex_unlock(&lock[first]);
  return NULL;
}

int main(void) {
  many_threads(3, take_two);
  return 0;
}
