// Two threads drop their reference and then look at the count: both find 0, and free twice.
// RIGHT: the count that the decrement gives.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: use after free
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
};
static struct shared *shared;

static void *drop(void *argument) {
#ifdef RIGHT
  if (atomic_fetch_sub(&shared->references, 1) == 1)
    free(shared);
#else
  atomic_fetch_sub(&shared->references, 1);
  if (atomic_load(&shared->references) == 0)
    free(shared);
#endif
  return argument;
}

int main(void) {
  shared = malloc(sizeof *shared);
  atomic_init(&shared->references, 2);
  many_threads(2, drop);
  return 0;
}
