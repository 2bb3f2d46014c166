// A reader's hazard pointer keeps memory from being freed: 7 classes; two readers have no order
// between them: 7 * 7. In more the writer looks while it may not free.
//
// M. M. Michael, "Hazard Pointers: Safe Memory Reclamation for Lock-Free Objects", IEEE TPDS 15(6),
// 2004.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}9 traces: 7 completed, 0 deadlocked, 0 failed, 0 bounded, 2 dropped
// RUN: %mcmini-cc -g -O1 -DREADERS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWO
// TWO: mcmini: ok: nothing found
// TWO: {{^}}69 traces: 49 completed, 0 deadlocked, 0 failed, 0 bounded, 20 dropped
//
// BUGGY, the reader does not look again whether what it protects is still there: it is freed before
// both of its reads, or between them. The race is seen where the reads come first, and the writer has
// looked at the hazard before.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY-DAG: data race: c->a: write at hazard-pointers.c:[[@LINE+40]] and read at hazard-pointers.c:[[@LINE+52]], which nothing orders
// BUGGY-DAG: use after free: read of a variable in freed memory: byte 0
// BUGGY-DAG: use after free: read of a variable in freed memory: byte 4
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef READERS
#define READERS 1
#endif

struct config {
  int a, b;
};

static struct config *_Atomic current;
static struct config *_Atomic hazard[READERS];

static struct config *acquire(int me) {
  struct config *found = atomic_load(&current), *again;
  for (;;) {
    atomic_store(&hazard[me], found);
#ifdef BUGGY
    return found;
#endif
    again = atomic_load(&current);
    if (again == found)
      return found;
    found = again;
  }
}

static void release(int me) { atomic_store(&hazard[me], NULL); }

/// Frees what has been taken out as soon as no reader has it.
static void retire(struct config *old) {
  for (int i = 0; i < READERS; i++)
    while (atomic_load(&hazard[i]) == old)
      ;
  free(old);
}

static struct config *make(int value) {
  struct config *made = malloc(sizeof *made);
  *made = (struct config){value, value};
  return made;
}

static void *reader(void *argument) {
  const int me = (int)(long)argument;
  const struct config *c = acquire(me);
  assert(c->a == c->b);
  release(me);
  return NULL;
}

static void *writer(void *argument) {
  retire(atomic_exchange(&current, make(2)));
  return argument;
}

int main(void) {
  atomic_init(&current, make(1));
#if READERS == 2
  in_threads(reader, reader, writer);
#else
  in_threads(reader, writer);
#endif
  free(atomic_load(&current));
  return 0;
}
