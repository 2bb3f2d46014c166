// A read that comes after the free in every schedule in which it happens, since a relaxed flag tells
// that the memory is gone: nothing orders the two, and in that order it is a use after free. Memory
// that is allocated anew has no history: AGAIN.
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// CHECK: mcmini: 2 findings
// CHECK: data race: *mine: write at memory-is-read-after-it-was-freed.c:47 and read at memory-is-read-after-it-was-freed.c:31, which nothing orders
// CHECK: What it can do: use after free: {{.*}} (finding 2)
// CHECK: Finding 2: use after free: read of a variable in freed memory: byte 0 of a chunk of 4 bytes
// CHECK-NEXT: error: use after free
// CHECK: {{^}}  by thread 0.1 (reader)
// CHECK-NEXT: memory-is-read-after-it-was-freed.c:31
// RUN: not %mcmini -k --races=report %t | FileCheck %s --check-prefix=REPORT
// REPORT: mcmini: 2 findings
// REPORT: Finding 1: data race: *mine: write at
// REPORT: Finding 2: use after free: read of freed memory: byte 0 of a chunk of 4 bytes
// RUN: %mcmini-cc -g -O1 -DAGAIN -I %S/../Inputs %s -o %t.again
// RUN: %mcmini -k --heap=fast %t.again | FileCheck %s --check-prefix=AGAIN
// AGAIN: mcmini: ok: nothing found
#include "threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic shared;
static atomic_int gone;
static int seen;

static void *reader(void *argument) {
  int *mine = atomic_load(&shared);
  if (mine && atomic_load_explicit(&gone, memory_order_relaxed))
    seen = *mine;
  return argument;
}

static void *writer(void *argument) {
  int *volatile old = malloc(sizeof *old);
#ifdef AGAIN
  free(old);
  int *volatile same = malloc(sizeof *same);
  if (old != same)
    abort();
  *same = 1;
  atomic_store(&shared, same);
#else
  *old = 1;
  atomic_store(&shared, old);
  free(old);
#endif
  atomic_store_explicit(&gone, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  in_threads(reader, writer);
  return 0;
}
