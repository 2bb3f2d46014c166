// A key ring is there when it is checked and gone when it is used. After a fault in the key rings of an
// operating system. RIGHT: looks once.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: crash
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <stdatomic.h>
#include <stddef.h>

struct ring {
  atomic_int keys;
};
static struct ring first;
static struct ring *_Atomic ring = &first;

static void *use(void *argument) {
#ifdef RIGHT
  struct ring *seen = atomic_load(&ring);
  if (seen)
    atomic_fetch_add(&seen->keys, 1);
#else
  if (atomic_load(&ring))
    atomic_fetch_add(&atomic_load(&ring)->keys, 1);
#endif
  return argument;
}

static void *revoke(void *argument) {
  atomic_store(&ring, NULL);
  return argument;
}

int main(void) {
  in_threads(use, revoke);
  return 0;
}
