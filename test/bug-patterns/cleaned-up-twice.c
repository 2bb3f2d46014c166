// Two threads clean up: both see the buffer before either has taken it away.
// RIGHT: who takes the pointer frees it.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: double free
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic buffer;

static void *clean_up(void *argument) {
#ifdef RIGHT
  free(atomic_exchange(&buffer, NULL));
#else
  char *seen = atomic_load(&buffer);
  if (seen) {
    atomic_store(&buffer, NULL);
    free(seen);
  }
#endif
  return argument;
}

int main(void) {
  atomic_store(&buffer, malloc(8));
  many_threads(2, clean_up);
  return 0;
}
