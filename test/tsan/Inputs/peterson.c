// Peterson's lock, tried once; the lock's owner writes a plain variable.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int wants[2], turn;
int data;

static void *worker(void *argument) {
  const int me = argument != NULL;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, !me);
  if (!atomic_load(&wants[!me]) || atomic_load(&turn) == me)
    data++;
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, worker, NULL);
  pthread_create(&thread[1], NULL, worker, &data);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}
