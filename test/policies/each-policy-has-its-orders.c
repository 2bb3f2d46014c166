// Three threads take a token, or a lock, once, and give it back: how many classes there are follows
// from the policy.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: %gcc -g -pthread -I %root/include -I %S/../Inputs %s -o %t.gcc
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
// Writers of a read-write lock are as threads at a mutex. Readers have no order among each other,
// only their places in the queue.
// DEFINE: %{write} = %mcmini --policy=rwlock.write
// DEFINE: %{read} = %mcmini --policy=rwlock.read
// RUN: %{write}=arbitrary %t write | FileCheck %s --check-prefix=ARBITRARY
// RUN: %{write}=arbitrary-enqueue-independent %t write | FileCheck %s --check-prefix=ARBITRARY
// RUN: %{write}=arbitrary-enqueue-dependent %t write | FileCheck %s --check-prefix=DEPENDENT
// RUN: %{write}=fifo %t write | FileCheck %s --check-prefix=FIFO
// RUN: %{write}=lifo %t write | FileCheck %s --check-prefix=LIFO
// RUN: %{write}=glibc %t write | FileCheck %s --check-prefix=ARBITRARY
// RUN: %{read}=arbitrary %t read | FileCheck %s --check-prefix=ONE
// RUN: %{read}=arbitrary-enqueue-independent %t read | FileCheck %s --check-prefix=ONE
// RUN: %{read}=arbitrary-enqueue-dependent %t read | FileCheck %s --check-prefix=FIFO
// RUN: %{read}=fifo %t read | FileCheck %s --check-prefix=FIFO
// RUN: %{read}=lifo %t read | FileCheck %s --check-prefix=LIFO
// RUN: %{read}=glibc %t read | FileCheck %s --check-prefix=ONE
// ONE: {{^}}1 traces: 1 completed
//
// Of three threads the last to come signals the other two: 3! orders, two of the signals, and two
// in which those who are woken take the mutex again. The release is the enqueue, under the mutex,
// so dependent ones add nothing; both waited before the first signal, so glibc promises nothing.
// DEFINE: %{sleep} = %mcmini --policy=cond.wait
// RUN: %{sleep}=arbitrary %t sleep | FileCheck %s --check-prefix=SLEEP
// RUN: %{sleep}=arbitrary-enqueue-independent %t sleep | FileCheck %s --check-prefix=SLEEP
// RUN: %{sleep}=arbitrary-enqueue-dependent %t sleep | FileCheck %s --check-prefix=SLEEP
// RUN: %{sleep}=glibc %t sleep | FileCheck %s --check-prefix=SLEEP
// RUN: %{sleep}=fifo %t sleep | FileCheck %s --check-prefix=TURN
// RUN: %{sleep}=lifo %t sleep | FileCheck %s --check-prefix=TURN
// SLEEP: {{^}}24 traces: 24 completed, 0 deadlocked, 0 failed
// TURN: {{^}}12 traces: 12 completed, 0 deadlocked, 0 failed
//
// In the source, for one object or one of its operations, whatever the option says.
// RUN: %mcmini %t sem lifo | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --policy=sem=lifo %t sem fifo | FileCheck %s --check-prefix=FIFO
// RUN: %mcmini %t write lifo | FileCheck %s --check-prefix=LIFO
//
// The algorithms and the executors agree, and a preloaded program is the same.
// RUN: %mcmini --threads=kernel --policy=sem.wait=lifo %t sem | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --isolation=fork --policy=sem.wait=lifo %t sem | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --policy=sem.wait=lifo %t.gcc sem | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --algorithm=source --policy=sem.wait=lifo %t sem | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --algorithm=source --policy=sem.wait=fifo %t sem | FileCheck %s --check-prefix=FIFO
#include "threads.h"
#include <mcmini/mcmini.h>
#include <semaphore.h>
#include <string.h>

enum { N = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem;
static int arrived;

static void *lock_once(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *wait_once(void *argument) {
  sem_wait(&sem);
  sem_post(&sem);
  return argument;
}

static void *write_once(void *argument) {
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  return argument;
}

static void *read_once(void *argument) {
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  return argument;
}

static void *sleep_or_wake(void *argument) {
  pthread_mutex_lock(&mutex);
  if (++arrived < N)
    pthread_cond_wait(&all_here, &mutex);
  else
    for (int i = 1; i < N; i++)
      pthread_cond_signal(&all_here);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void *(*run)(void *);
  } part[] = {{"mutex", lock_once},
              {"sem", wait_once},
              {"write", write_once},
              {"read", read_once},
              {"sleep", sleep_or_wake}};
  sem_init(&sem, 0, 1);
  if (argc > 2) {
    mc_policy(&sem, strcmp(argv[2], "lifo") == 0 ? MC_LIFO : MC_FIFO);
    mc_policy_of(&rwlock, "write", strcmp(argv[2], "lifo") == 0 ? MC_LIFO : MC_FIFO);
  }
  for (unsigned i = 0; i < sizeof part / sizeof *part; i++)
    if (strcmp(argv[1], part[i].name) == 0)
      many_threads(N, part[i].run);
  return 0;
}
