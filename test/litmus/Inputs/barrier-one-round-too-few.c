// RACE data: between the rounds' reads and the next writes there is no barrier.
#include "litmus.h"

static pthread_barrier_t b;
static int data[2];

static void *worker(void *argument) {
  const long i = (long)argument;
  for (int round = 0; round < 2; round++) {
    data[i] = round;
    pthread_barrier_wait(&b);
    use(data[1 - i]);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&thread, NULL, worker, (void *)1);
  worker(NULL);
  pthread_join(thread, NULL);
}
