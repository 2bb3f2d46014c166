// A thread computes for long, with atomics in between: the suspect of a busy wait is run step by step, up to an
// operation, which comes from a patched instruction. The flag by which the processor stops behind each step does not
// come back with the others that the hook keeps: it was "crash: SIGTRAP" in one of three runs.
// RUN: %gcc -g -O1 %s -o %t -pthread
// RUN: not %mcmini --max-depth=1000000 %t | FileCheck %s
// RUN: not %mcmini --max-depth=1000000 %t | FileCheck %s
// RUN: not %mcmini --max-depth=1000000 --threads=kernel %t | FileCheck %s
// It makes more loads and stores than hooks are called for in one trace.
// CHECK: mcmini: incomplete: nothing found, but plain loads and stores of a-suspect{{.*}} are not seen
// CHECK: {{^}}1 traces: 1 completed
#include <pthread.h>

enum { TIMES = 300000, STEPS = 200 };

static int count;
static volatile unsigned sum;

static void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  for (unsigned i = 0; i < TIMES; i++) {
    for (unsigned k = 0; k < STEPS; k++)
      sum = sum * 3 + k;
    __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
  }
  pthread_join(thread, NULL);
  return 0;
}
