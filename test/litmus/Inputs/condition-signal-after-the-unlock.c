// NO RACE: where the signal is sent does not matter, the mutex orders.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int data, ready;

THREAD(producer) {
  data = 1;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_broadcast(&c);
  return NULL;
}
THREAD(consumer) {
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  use(data);
  return NULL;
}

int main(void) { run(producer, consumer); }
