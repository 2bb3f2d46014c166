// producer_consumer PRODUCERS CONSUMERS - a buffer of five places, five items for each thread.
#include "paper.h"
#include <semaphore.h>

enum { PLACES = 5, ITEMS = 5 };

static pthread_mutex_t lock;
static sem_t empty, full;
static int buffer[PLACES], in, out;

static void *producer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&empty);
    pthread_mutex_lock(&lock);
    buffer[in++ % PLACES] = i;
    pthread_mutex_unlock(&lock);
    sem_post(&full);
  }
  return arg;
}

static void *consumer(void *arg) {
  int sum = 0;

  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&full);
    pthread_mutex_lock(&lock);
    sum += buffer[out++ % PLACES];
    pthread_mutex_unlock(&lock);
    sem_post(&empty);
  }
  return sum < 0 ? NULL : arg;
}

int main(int argc, char *argv[]) {
  pthread_mutex_init(&lock, NULL);
  sem_init(&empty, 0, PLACES);
  sem_init(&full, 0, 0);
  start(producer, argument(argc, argv, 1, 1));
  start(consumer, argument(argc, argv, 2, 1));
  join_all();
  return 0;
}
