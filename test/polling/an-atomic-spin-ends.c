// A loop that does nothing but load an atomic variable waits: one trace. Preloaded it is a busy wait,
// found by its CPU time.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded
// RUN: not %mcmini -k %t.gcc | FileCheck %s --check-prefix=PRELOADED
// PRELOADED: incomplete: nothing found, but a busy wait was taken as waiting
// PRELOADED: busy wait {{.*}}an-atomic-spin-ends.c:[[@LINE+9]]
// PRELOADED: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded
#include "threads.h"
#include <stdatomic.h>

static _Atomic int flag;

static void *poller(void *argument) {
  // one line, wherever the compiler puts the test
  while (!atomic_load(&flag)) {}
  return argument;
}

static void *setter(void *argument) {
  atomic_store(&flag, 1);
  return argument;
}

int main(void) {
  in_threads(poller, setter);
  return 0;
}
