// One writer and N readers: each reader is before or after the writer, the readers among themselves
// have no order. 2^N traces.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini %t 1 | FileCheck %s --check-prefix=ONE
// RUN: %mcmini %t.gcc 1 | FileCheck %s --check-prefix=ONE
// ONE: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t 2 | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.gcc 2 | FileCheck %s --check-prefix=TWO
// TWO: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t 3 | FileCheck %s --check-prefix=THREE
// RUN: %mcmini %t.gcc 3 | FileCheck %s --check-prefix=THREE
// THREE: {{^}}8 traces: 8 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <stdlib.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *each(void *argument) {
  if (argument)
    pthread_rwlock_rdlock(&lock);
  else
    pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  (void)argc;
  many_threads(1 + atoi(argv[1]), each);
  return 0;
}
