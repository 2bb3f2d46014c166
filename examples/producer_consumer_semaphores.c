// producer_consumer_semaphores.c - a bounded buffer with two counting semaphores: one producer, one
// consumer, so no mutex is needed.
//
// McMini: ok, with MC_READ and MC_WRITE on the places of the buffer: no data race.
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <semaphore.h>

enum { PLACES = 2, ITEMS = 3 };

static sem_t empty, full;
static int buffer[PLACES];

static void *producer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&empty);
    MC_WRITE(buffer[i % PLACES], i);
    sem_post(&full);
  }
  return arg;
}

int main(void) {
  pthread_t thread;

  sem_init(&empty, 0, PLACES);
  sem_init(&full, 0, 0);
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&full);
    assert(MC_READ(buffer[i % PLACES]) == i);
    sem_post(&empty);
  }
  pthread_join(thread, NULL);
  return 0;
}
