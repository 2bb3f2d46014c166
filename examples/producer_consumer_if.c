// producer_consumer_if.c - two consumers that wait with `if` where `while` is needed.
//
// McMini: assertion failed. The producer's signal wakes one consumer, but the other takes the item
// before the woken one has the mutex again: it takes from an empty buffer.
// The clean twin: argument `while`.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items;
static bool check_again;

static void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  if (items == 0)
    pthread_cond_wait(&not_empty, &lock);
  while (check_again && items == 0)
    pthread_cond_wait(&not_empty, &lock);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void produce(void) {
  pthread_mutex_lock(&lock);
  items++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

int main(int argc, char *argv[]) {
  pthread_t thread[2];

  (void)argv;
  check_again = argc > 1;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++)
    produce();
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
