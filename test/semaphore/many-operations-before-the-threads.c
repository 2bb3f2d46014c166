// The first thread takes and gives a semaphore more often, before there are others, than operations can
// be numbered. Two threads then take it in turn: 2 orders, and no deadlock.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini --require-complete %t | FileCheck %s
// RUN: %mcmini --require-complete --semaphore-dependence=plain %t | FileCheck %s
// RUN: %mcmini --require-complete --semaphore-dependence=numbered %t | FileCheck %s
// RUN: %mcmini --require-complete %t.gcc | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t lock;

static void *worker(void *argument) {
  sem_wait(&lock);
  sem_post(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&lock, 0, 1);
  for (int i = 0; i < 300; i++) {
    assert(sem_trywait(&lock) == 0);
    sem_post(&lock);
  }
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
