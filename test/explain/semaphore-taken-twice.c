// A copy needs two of the two buffers; each of two copies has one and waits for the other.
// Bug: deadlock
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: Thread 0.1 waits for buffers (semaphore-taken-twice.c:24): it was taken twice (thread 0.1 at step 6 (semaphore-taken-twice.c:23), thread 0.2 at step 10 (semaphore-taken-twice.c:23)) and posted 0 times, and all who could post it wait or have ended; where it goes well, thread 0.2 posts it (semaphore-taken-twice.c:27).
// CHECK: shown: 10 steps, 1 preemption
// CHECK: decides: step: step 10: 0.2 wait buffers (semaphore-taken-twice.c:23)
#include "threads.h"
#include <semaphore.h>

static sem_t buffers;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void note(void) {
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
}

static void *copy(void *argument) {
  note();
  sem_wait(&buffers);
  sem_wait(&buffers);
  note();
  sem_post(&buffers);
  sem_post(&buffers);
  return argument;
}

int main(void) {
  sem_init(&buffers, 0, 2);
  many_threads(2, copy);
  return 0;
}

// CHECK-NEXT: because: It takes the last token of buffers, which thread 0.1 needs, and nobody posts one.
// CHECK-NEXT: first: 0.1 wait buffers (semaphore-taken-twice.c:24)
