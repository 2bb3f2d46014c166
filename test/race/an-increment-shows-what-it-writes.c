// An increment is a read and a write at one place, of which each races with what another thread does
// there: the first access of a race has its own value, and not that of the other.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k --races=report %t | FileCheck %s
// CHECK: data race: number: write at {{.*}} and read at
// CHECK: thread 0, after step 1: write number: 5
// CHECK: thread 0.1 (worker), after step 2: read number: 5
// CHECK: 1 traces: 1 completed
#include <pthread.h>

static int number = 4;

static void *worker(void *seen) {
  *(int *)seen = number;
  return seen;
}

int main(void) {
  int seen;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, &seen);
  number++;
  pthread_join(thread, NULL);
  return 0;
}
