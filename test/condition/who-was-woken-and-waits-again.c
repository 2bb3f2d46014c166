// A thread that has been woken, has found nothing, and waits again is not one that nobody has woken: the report says when
// that was, and what it found. The semaphore leaves no other order, so that no schedule is hidden: one deadlock.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -q %t | FileCheck %s
// CHECK: note: thread 0 waits to join thread 0.1, which is blocked at who-was-woken-and-waits-again.c:[[#WAIT:]]
// CHECK: The last signal of more, at step 9 (who-was-woken-and-waits-again.c:{{[0-9]+}}), woke
// CHECK: thread 0.1 (work) waits to be woken at more: nobody has woken it since step 13 (who-was-woken-and-waits-again.c:[[#WAIT]]); it was woken at step 11, found tasks: 0, and waits again
// CHECK: 1 traces: 0 completed, 1 deadlocked
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static sem_t is_waiting;
static _Atomic int tasks;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  sem_post(&is_waiting);
  while (atomic_load(&tasks) == 0)
    pthread_cond_wait(&more, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&is_waiting, 0, 0);
  pthread_create(&thread, 0, work, 0);
  sem_wait(&is_waiting);
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
