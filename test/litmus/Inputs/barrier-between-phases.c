// NO RACE: what is written before the barrier is read after it.
#include "litmus.h"

static pthread_barrier_t b;
static int data[2];

static void *worker(void *argument) {
  const long i = (long)argument;
  data[i] = 1;
  pthread_barrier_wait(&b);
  use(data[1 - i]);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&thread, NULL, worker, (void *)1);
  worker(NULL);
  pthread_join(thread, NULL);
}
