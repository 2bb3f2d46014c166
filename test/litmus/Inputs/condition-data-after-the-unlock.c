// RACE data: it is written before the signal, but after the unlock that lets the waiter see the
// flag.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int data, ready;

THREAD(producer) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  data = 1;
  pthread_cond_signal(&c);
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
