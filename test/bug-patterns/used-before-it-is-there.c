// A thread is created before what it uses: it may find no table.
// RIGHT: the table first.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: crash
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic table;

static void *use(void *argument) {
  *atomic_load(&table) += 1;
  return argument;
}

int main(void) {
  pthread_t user;
  int *made = calloc(4, sizeof *made);
#ifdef RIGHT
  atomic_store(&table, made);
#endif
  pthread_create(&user, NULL, use, NULL);
#ifndef RIGHT
  atomic_store(&table, made);
#endif
  pthread_join(user, NULL);
  free(made);
  return 0;
}
