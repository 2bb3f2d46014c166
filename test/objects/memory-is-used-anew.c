// The same memory as one kind of object after another: on the heap, where free and malloc give it
// again; by assignment of an initialiser at run time; on the stacks of threads; after destroy and init.
// Nothing of the old object is left, and the 6 orders of 3 sections are explored.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k %t | FileCheck %s
// RUN: %mcmini -k %t.gcc | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <assert.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t shared;

static void as_mutex(void *memory) {
  pthread_mutex_t *mutex = memory;
  assert(pthread_mutex_init(mutex, NULL) == 0 && pthread_mutex_lock(mutex) == 0);
  assert(pthread_mutex_unlock(mutex) == 0 && pthread_mutex_destroy(mutex) == 0);
}

static void as_semaphore(void *memory) {
  sem_t *semaphore = memory;
  assert(sem_init(semaphore, 0, 1) == 0 && sem_wait(semaphore) == 0);
  assert(sem_trywait(semaphore) == -1 && sem_destroy(semaphore) == 0);
}

static void as_barrier(void *memory) {
  pthread_barrier_t *barrier = memory;
  assert(pthread_barrier_init(barrier, NULL, 1) == 0);
  assert(pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_destroy(barrier) == 0);
}

static void *worker(void *argument) {
  void *memory = malloc(64);
  char stack[64] __attribute__((aligned(16)));
  pthread_mutex_t assigned = PTHREAD_MUTEX_INITIALIZER;
  as_mutex(memory);
  free(memory);
  as_semaphore(memory = malloc(64));
  as_barrier(memory);
  as_mutex(memory);
  free(memory);
  as_semaphore(stack);
  as_mutex(stack);
  pthread_mutex_lock(&assigned); // still locked when
  assigned = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&assigned);
  pthread_mutex_unlock(&assigned);
  memset(stack, 0, sizeof stack); // PTHREAD_MUTEX_INITIALIZER
  pthread_mutex_lock((pthread_mutex_t *)stack);
  pthread_mutex_unlock((pthread_mutex_t *)stack);
  pthread_mutex_lock(&shared);
  pthread_mutex_unlock(&shared);
  return argument;
}

int main(void) {
  shared = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  many_threads(3, worker);
  return 0;
}
