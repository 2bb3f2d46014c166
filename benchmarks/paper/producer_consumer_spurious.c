// producer_consumer_spurious PRODUCERS [WHILE] - `if` where `while` is needed: a spurious wakeup
// makes the consumer take what is not there; WHILE 1: the `while`. Producers and the one consumer
// are endless; Table 9, with --max-depth-per-thread=6 --spurious-wakeups=1.
#include "../program.h"
#include <assert.h>

static pthread_mutex_t lock;
static pthread_cond_t produced;
static int elements, with_while;

static void *producer(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    elements++;
    pthread_cond_signal(&produced);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *consumer(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (!with_while && elements == 0)
      pthread_cond_wait(&produced, &lock);
    while (with_while && elements == 0)
      pthread_cond_wait(&produced, &lock);
    pthread_mutex_unlock(&lock);

    pthread_mutex_lock(&lock);
    assert(elements > 0);
    elements--;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(int argc, char *argv[]) {
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&produced, NULL);
  with_while = argument(argc, argv, 2, 0, 1, 0);
  start(producer, argument(argc, argv, 1, 0, MAX_THREADS, 1));
  start(consumer, 1);
  join_all();
  return 0;
}
