// producer_consumer PRODUCERS CONSUMERS [LOCK_FIRST [ITEMS]] - a buffer of five places, ITEMS (5) for
// each thread. LOCK_FIRST 1: the mutex is taken before the semaphore is waited for, a deadlock.
#include "../program.h"
#include <semaphore.h>

enum { PLACES = 5 };

static pthread_mutex_t lock;
static sem_t empty, full;
static int buffer[PLACES], in, out;
static int lock_first, items;

static void enter(sem_t *semaphore) {
  if (lock_first)
    pthread_mutex_lock(&lock);
  sem_wait(semaphore);
  if (!lock_first)
    pthread_mutex_lock(&lock);
}

static void *producer(void *arg) {
  for (int i = 0; i < items; i++) {
    enter(&empty);
    buffer[in++ % PLACES] = i;
    pthread_mutex_unlock(&lock);
    sem_post(&full);
  }
  return arg;
}

static void *consumer(void *arg) {
  int sum = 0;

  for (int i = 0; i < items; i++) {
    enter(&full);
    sum += buffer[out++ % PLACES];
    pthread_mutex_unlock(&lock);
    sem_post(&empty);
  }
  return sum < 0 ? NULL : arg;
}

int main(int argc, char *argv[]) {
  lock_first = argument(argc, argv, 3, 0, 1, 0);
  items = argument(argc, argv, 4, 0, 1000, 5);
  pthread_mutex_init(&lock, NULL);
  sem_init(&empty, 0, PLACES);
  sem_init(&full, 0, 0);
  start(producer, argument(argc, argv, 1, 0, MAX_THREADS, 1));
  start(consumer, argument(argc, argv, 2, 0, MAX_THREADS, 1));
  join_all();
  return 0;
}
