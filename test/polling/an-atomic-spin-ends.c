// A loop that does nothing but load an atomic variable waits: one trace. Preloaded, gcc's load is a plain one: the thread comes to
// it again with nothing changed, so the variable's loads and stores are operations, and both orders are explored (that the flag is
// not set yet was hidden behind a busy wait). With --atomics=off nothing of that is seen: a busy wait, found by its CPU time.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded
// RUN: %mcmini -k %t.gcc | FileCheck %s --check-prefix=PRELOADED
// PRELOADED: ok: nothing found
// PRELOADED: {{^}}3 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 1 dropped
// RUN: not %mcmini -k --atomics=off %t.gcc | FileCheck %s --check-prefix=OFF
// OFF: incomplete: nothing found, but a busy wait was taken as waiting
// OFF: busy wait {{.*}}an-atomic-spin-ends.c:[[@LINE+9]]
// OFF: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded
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
