// N threads meet at a barrier of N, twice: which of them comes first cannot be seen, 1 trace. In each
// round exactly one gets PTHREAD_BARRIER_SERIAL_THREAD.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t 2 | FileCheck %s
// RUN: not %mcmini %t.gcc 2 | FileCheck %s
// RUN: not %mcmini %t 5 | FileCheck %s
// RUN: not %mcmini %t.gcc 5 | FileCheck %s
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// RUN: not %mcmini %t 5 6 | FileCheck %s --check-prefix=LESS
// RUN: not %mcmini %t.gcc 5 6 | FileCheck %s --check-prefix=LESS
// LESS: deadlock: 6 threads wait
// LESS: thread 0.1 (worker) waits to leave barrier
#include "threads.h"
#include <assert.h>
#include <stdlib.h>

enum { MAX = 8, ROUNDS = 2 };
static pthread_barrier_t barrier;
static int serial[MAX][ROUNDS];

static void *worker(void *argument) {
  for (int round = 0; round < ROUNDS; round++) {
    const int result = pthread_barrier_wait(&barrier);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    serial[(long)argument][round] = result == PTHREAD_BARRIER_SERIAL_THREAD;
  }
  return argument;
}

int main(int argc, char **argv) {
  const int count = atoi(argv[1]);
  pthread_barrier_init(&barrier, NULL, (unsigned)atoi(argv[argc - 1]));
  many_threads(count, worker);
  for (int round = 0; round < ROUNDS; round++) {
    int sum = 0;
    for (int i = 0; i < count; i++)
      sum += serial[i][round];
    assert(sum == 1);
  }
  pthread_barrier_destroy(&barrier);
  return 0;
}
