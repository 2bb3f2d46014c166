// The pool is stopped with its lock held: who joins a worker waits for one that needs the lock.
// Bug: deadlock
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: Thread 0 waits for the end of thread 0.1 (pool-stopped-under-its-lock.c:42); thread 0.1 waits for pool.lock (pool-stopped-under-its-lock.c:17), which thread 0 has held since step 9 (pool-stopped-under-its-lock.c:39).
// CHECK: shown: 11 steps, 0 preemptions
// CHECK: decides: step: step 9: 0 lock pool (pool-stopped-under-its-lock.c:39)
#include "threads.h"

static struct {
  pthread_mutex_t lock;
  pthread_t worker[2];
  int tasks, done; // the workers end when there is nothing left
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int take(void) {
  pthread_mutex_lock(&pool.lock);
  const int task = pool.tasks ? pool.tasks-- : 0;
  pthread_mutex_unlock(&pool.lock);
  return task;
}

static void *work(void *argument) {
  while (take()) {
    pthread_mutex_lock(&pool.lock);
    pool.done++;
    pthread_mutex_unlock(&pool.lock);
  }
  return argument;
}

static void submit(int tasks) {
  pthread_mutex_lock(&pool.lock);
  pool.tasks += tasks;
  pthread_mutex_unlock(&pool.lock);
}

static void stop(void) {
  pthread_mutex_lock(&pool.lock);
  pool.tasks = 0;
  for (int i = 0; i < 2; i++)
    pthread_join(pool.worker[i], 0);
  pthread_mutex_unlock(&pool.lock);
}

int main(void) {
  for (int i = 0; i < 2; i++)
    pthread_create(&pool.worker[i], 0, work, 0);
  submit(1);
  submit(2);
  submit(1);
  stop();
  return 0;
}

// CHECK-NEXT: because: From here thread 0 holds pool.lock and waits for the end of thread 0.1, and thread 0.1 needs pool.lock.
// CHECK-NEXT: first: 0.1 lock pool (pool-stopped-under-its-lock.c:17)
