#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
enum { THREADS = 6 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order[THREADS], taken;
int racy, other;
static void *take(void *number) {
  pthread_mutex_lock(&mutex);
  const int at = taken++;
  order[at] = (int)(intptr_t)number;
  pthread_mutex_unlock(&mutex);
  if (number == 0) racy = 1;
  if (number == (void *)3) { if (racy && at == 5) printf("seen\n"); if (order[0] == 3 && racy) other++; }
  if (at == 5) assert(!(order[1] == 4 && order[2] == 2 && order[3] == 1));
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
