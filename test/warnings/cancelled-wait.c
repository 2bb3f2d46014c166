// A thread waits for a semaphore with a policy, which pthread_cancel would have ended: the search ends there, which is no
// deadlock.
// RUN: %mcmini-cc -g %s -o %t
// RUN: python3 %S/Inputs/shows.py cancelled-wait %mcmini --policy=sem.wait=fifo %t
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *waits(void *argument) {
  sem_wait(&never);
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
