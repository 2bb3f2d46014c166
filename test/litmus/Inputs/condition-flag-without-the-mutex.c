// RACE ready: the producer sets it without the mutex that the consumer holds.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

THREAD(producer) {
  ready = 1;
  pthread_cond_signal(&c);
  return NULL;
}
THREAD(consumer) {
  pthread_mutex_lock(&m);
  if (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) { run(producer, consumer); }
