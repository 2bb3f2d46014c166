// N readers of one read-write lock: no order matters, 1 trace.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini %t 2 | FileCheck %s
// RUN: %mcmini %t.gcc 2 | FileCheck %s
// RUN: %mcmini %t 4 | FileCheck %s
// RUN: %mcmini %t.gcc 4 | FileCheck %s
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
#include "threads.h"
#include <stdlib.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *argument) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  (void)argc;
  many_threads(atoi(argv[1]), reader);
  return 0;
}
