// Two threads that increment a counter without a lock.
#include <pthread.h>
#include <stddef.h>

void increment(void);

static void *worker(void *argument) {
  increment();
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, worker, NULL);
  pthread_create(&thread[1], NULL, worker, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}
