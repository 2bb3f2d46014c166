// With the plain relation posts by different threads are independent, so are the waits of the one
// thread that waits for them, once they are done: N posts, then N waits by main after the joins, are
// 1 trace. Numbered, the posts have an order: N! traces.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --semaphore-dependence=plain %t 2 | FileCheck %s
// RUN: %mcmini --semaphore-dependence=plain %t.gcc 2 | FileCheck %s
// RUN: %mcmini --semaphore-dependence=plain %t 4 | FileCheck %s
// RUN: %mcmini --semaphore-dependence=plain %t.gcc 4 | FileCheck %s
// RUN: %mcmini --semaphore-dependence=numbered %t 4 | FileCheck %s --check-prefix=NUMBERED
// NUMBERED: {{^}}24 traces: 24 completed, 0 deadlocked, 0 failed
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t done;

static void *worker(void *argument) {
  sem_post(&done);
  return argument;
}

int main(int argc, char **argv) {
  const int count = atoi(argv[argc - 1]);
  int value = -1;
  sem_init(&done, 0, 0);
  many_threads(count, worker);
  assert(sem_getvalue(&done, &value) == 0 && value == count);
  for (int i = 0; i < count; i++)
    assert(sem_wait(&done) == 0);
  assert(sem_trywait(&done) == -1 && errno == EAGAIN);
  assert(sem_destroy(&done) == 0);
  return 0;
}
