// N threads meet at a barrier of N, twice: which of them comes first cannot be seen, 1 trace. Of code that
// is not instrumented nobody knows that it ignores who is the serial thread: N alternatives a round, N * N.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini %t 2 | FileCheck %s
// RUN: %mcmini %t 5 | FileCheck %s
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t.gcc 2 | FileCheck %s --check-prefix=FOUR
// FOUR: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t.gcc 5 | FileCheck %s --check-prefix=TWENTY-FIVE
// TWENTY-FIVE: {{^}}25 traces: 25 completed, 0 deadlocked, 0 failed
// RUN: not %mcmini %t 5 6 | FileCheck %s --check-prefix=LESS
// RUN: not %mcmini %t.gcc 5 6 | FileCheck %s --check-prefix=LESS
// LESS: deadlock: 6 threads wait
// LESS: thread 0.1 (worker) waits to leave barrier
#include "threads.h"
#include <stdlib.h>

enum { ROUNDS = 2 };
static pthread_barrier_t barrier;

static void *worker(void *argument) {
  for (int round = 0; round < ROUNDS; round++)
    pthread_barrier_wait(&barrier);
  return argument;
}

int main(int argc, char **argv) {
  const int count = atoi(argv[1]);
  pthread_barrier_init(&barrier, NULL, (unsigned)atoi(argv[argc - 1]));
  many_threads(count, worker);
  pthread_barrier_destroy(&barrier);
  return 0;
}
