// A thread may be cancelled while it waits for a semaphore with a policy: there the wait goes on.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py cancel %mcmini --policy=sem.wait=fifo %t
#include "Inputs/idle_thread.h"
#include <semaphore.h>

static sem_t semaphore;

static void *takes(void *argument) {
  sem_wait(&semaphore);
  return argument;
}

static void act(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, takes, NULL);
  pthread_cancel(thread);
  sem_post(&semaphore);
  pthread_join(thread, NULL);
}
