// Three threads take a token, or a lock, once, and give it back: how many classes there are follows
// from the policy.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
//
// Arbitrary: the 3! orders in which they take it. An enqueue that is independent of all else adds
// none, and glibc promises nothing for semaphores and mutexes, so it is the same there.
// RUN: %mcmini %t sem | FileCheck %s --check-prefix=ARBITRARY
// RUN: %mcmini %t mutex | FileCheck %s --check-prefix=ARBITRARY
// RUN: %mcmini --policy=sem.wait=arbitrary %t sem | FileCheck %s --check-prefix=ARBITRARY
// RUN: %mcmini --policy=sem.wait=arbitrary-enqueue-independent %t sem \
// RUN:   | FileCheck %s --check-prefix=ARBITRARY
// RUN: %mcmini --policy=mutex=arbitrary-enqueue-independent %t mutex \
// RUN:   | FileCheck %s --check-prefix=ARBITRARY
// RUN: %mcmini --policy=sem=glibc,mutex=glibc %t sem | FileCheck %s --check-prefix=ARBITRARY
// ARBITRARY: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
//
// First come, first served: the 3! orders of the enqueues; who is served is no choice any more.
// RUN: %mcmini --policy=sem.wait=fifo %t sem | FileCheck %s --check-prefix=FIFO
// RUN: %mcmini --policy=mutex.lock=fifo %t mutex | FileCheck %s --check-prefix=FIFO
// FIFO: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
//
// Dependent enqueues: their 3! orders, times the 3! orders in which the threads are served.
// RUN: %mcmini --policy=sem.wait=arbitrary-enqueue-dependent %t sem \
// RUN:   | FileCheck %s --check-prefix=DEPENDENT
// RUN: %mcmini --policy=mutex.lock=arbitrary-enqueue-dependent %t mutex \
// RUN:   | FileCheck %s --check-prefix=DEPENDENT
// DEPENDENT: {{^}}36 traces: 36 completed, 0 deadlocked, 0 failed
//
// Last come, first served: enqueues and takes go onto and off a stack, which three elements do in 5
// ways (the third Catalan number), each with 3! orders of the threads.
// RUN: %mcmini --policy=sem.wait=lifo %t sem | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --policy=mutex.lock=lifo %t mutex | FileCheck %s --check-prefix=LIFO
// LIFO: {{^}}30 traces: 30 completed, 0 deadlocked, 0 failed
//
// The algorithms and the executors agree, and a preloaded program is the same.
// RUN: %mcmini --threads=kernel --policy=sem.wait=lifo %t sem | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --isolation=fork --policy=sem.wait=lifo %t sem | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --policy=sem.wait=lifo %t.gcc sem | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --algorithm=source --policy=sem.wait=lifo %t sem | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --algorithm=source --policy=sem.wait=fifo %t sem | FileCheck %s --check-prefix=FIFO
#include "threads.h"
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t sem;

static void *lock_once(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *wait_once(void *argument) {
  sem_wait(&sem);
  sem_post(&sem);
  return argument;
}

int main(int argc, char **argv) {
  (void)argc;
  sem_init(&sem, 0, 1);
  many_threads(3, strcmp(argv[1], "sem") == 0 ? wait_once : lock_once);
  return 0;
}
