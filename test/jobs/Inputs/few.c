#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
enum { THREADS = 4 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order[THREADS], taken;
static void *take(void *number) {
  pthread_mutex_lock(&mutex);
  order[taken++] = (int)(intptr_t)number;
  const int is_last = taken == THREADS, *o = order;
  if (is_last) {
    assert(!(o[0] == 3 && o[1] == 1));
    if (o[0] == 2 && o[3] == 0)
      *(volatile int *)NULL = 1;
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}
int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, take, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
