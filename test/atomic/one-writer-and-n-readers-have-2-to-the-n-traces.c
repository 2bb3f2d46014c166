// One writer and N readers of an atomic variable: each reads before or after the write, and readers
// have no order among themselves. 2^N traces. Preloaded, machine code shows the same.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini %t 1 | FileCheck %s --check-prefix=ONE
// ONE: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t 3 | FileCheck %s --check-prefix=THREE
// THREE: {{^}}8 traces: 8 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t 5 | FileCheck %s --check-prefix=FIVE
// FIVE: {{^}}32 traces: 32 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t.gcc 3 | FileCheck %s --check-prefix=PRELOADED
// PRELOADED: some memory accesses as machine code
// PRELOADED: {{^}}8 traces: 8 completed
// PRELOADED: of its memory accesses those of {{.*}} are seen
// --ignore takes the accesses of a function out, and says so.
// RUN: %mcmini --ignore=fun:each %t 3 | FileCheck %s --check-prefix=IGNORED
// RUN: %mcmini --ignore='src:*n-readers*.c' %t 3 | FileCheck %s --check-prefix=IGNORED
// IGNORED: 2 places with atomic accesses by --ignore
// IGNORED: {{^}}1 traces: 1 completed
#include "threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int shared;
static int seen[8];

static void *each(void *argument) {
  if (argument)
    seen[(long)argument] = atomic_load(&shared);
  else
    atomic_store(&shared, 1);
  return argument;
}

int main(int argc, char **argv) {
  (void)argc;
  many_threads(1 + atoi(argv[1]), each);
  return 0;
}
