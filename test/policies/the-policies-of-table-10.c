// Three philosophers whose forks are semaphores of 1, and of whom a fourth semaphore admits two,
// under the five policies of the paper's Table 10 (there 601, 3,918, 5,801, 11,344 and 4,519 traces).
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// DEFINE: %{run} = %mcmini --semaphore-dependence=plain
//
// Independent enqueues add no class. Of the orders of fifo enqueues each decides the order of the
// waits, and each order of waits has one: as many again.
// RUN: %{run} %t | FileCheck %s --check-prefix=ARBITRARY
// RUN: %{run} --policy=sem.wait=arbitrary-enqueue-independent %t \
// RUN:   | FileCheck %s --check-prefix=ARBITRARY
// RUN: %{run} --policy=sem.wait=fifo %t | FileCheck %s --check-prefix=ARBITRARY
// ARBITRARY: {{^}}54 traces: 54 completed, 0 deadlocked, 0 failed
//
// Dependent enqueues: their orders and those of the waits, in all combinations that can be. With lifo
// who enters before another waits goes before it: fewer combinations, but more than one of each order
// of the waits, since it matters between which waits a thread enters. Source confirms both numbers.
// RUN: %{run} --policy=sem.wait=arbitrary-enqueue-dependent %t | FileCheck %s --check-prefix=DEPENDENT
// RUN: %{run} --algorithm=source --policy=sem.wait=arbitrary-enqueue-dependent %t \
// RUN:   | FileCheck %s --check-prefix=DEPENDENT
// DEPENDENT: {{^}}792 traces: 792 completed, 0 deadlocked, 0 failed
// RUN: %{run} --policy=sem.wait=lifo %t | FileCheck %s --check-prefix=LIFO
// RUN: %{run} --algorithm=source --policy=sem.wait=lifo %t | FileCheck %s --check-prefix=LIFO
// LIFO: {{^}}660 traces: 660 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <semaphore.h>

enum { N = 3 };
static sem_t dining, fork_[N];

static void *philosopher(void *number) {
  const long i = (long)number;
  sem_wait(&dining);
  sem_wait(&fork_[i]);
  sem_wait(&fork_[(i + 1) % N]);
  sem_post(&dining);
  sem_post(&fork_[i]);
  sem_post(&fork_[(i + 1) % N]);
  return NULL;
}

int main(void) {
  sem_init(&dining, 0, N - 1);
  for (int i = 0; i < N; i++)
    sem_init(&fork_[i], 0, 1);
  many_threads(N, philosopher);
  return 0;
}
