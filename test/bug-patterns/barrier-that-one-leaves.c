// A worker that finds an error returns early and never comes to the barrier: the others wait for ever.
// RIGHT: it comes there, too.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: deadlock
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int error;

static void *fail(void *argument) {
  atomic_store(&error, 1);
  pthread_barrier_wait(&barrier);
  return argument;
}

static void *work(void *argument) {
#ifdef RIGHT
  (void)atomic_load(&error);
#else
  if (atomic_load(&error))
    return argument;
#endif
  pthread_barrier_wait(&barrier);
  return argument;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  in_threads(work, fail);
  pthread_barrier_destroy(&barrier);
  return 0;
}
