// producer_consumer.c - a bounded buffer with a mutex and two condition variables.
//
// McMini: ok. One producer, one consumer, three items through a buffer of two places.
#include <assert.h>
#include <pthread.h>

enum { PLACES = 2, ITEMS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[PLACES];
static unsigned put_count, taken_count;

static void put(int item) {
  pthread_mutex_lock(&lock);
  while (put_count - taken_count == PLACES)
    pthread_cond_wait(&not_full, &lock);
  buffer[put_count++ % PLACES] = item;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static int take(void) {
  pthread_mutex_lock(&lock);
  while (put_count == taken_count)
    pthread_cond_wait(&not_empty, &lock);
  const int item = buffer[taken_count++ % PLACES];
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return item;
}

static void *producer(void *arg) {
  for (int item = 0; item < ITEMS; item++)
    put(item);
  return arg;
}

int main(void) {
  pthread_t thread;

  pthread_create(&thread, NULL, producer, NULL);
  for (int expected = 0; expected < ITEMS; expected++)
    assert(take() == expected);
  pthread_join(thread, NULL);
  return 0;
}
