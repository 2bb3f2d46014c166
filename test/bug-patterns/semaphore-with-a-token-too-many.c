// A semaphore that guards a section begins with 2. RIGHT: with 1.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t guard;
static atomic_int inside;

static void *enter(void *argument) {
  sem_wait(&guard);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  sem_post(&guard);
  return argument;
}

int main(void) {
#ifdef RIGHT
  sem_init(&guard, 0, 1);
#else
  sem_init(&guard, 0, 2);
#endif
  many_threads(2, enter);
  return 0;
}
