#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 7 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, never = PTHREAD_MUTEX_INITIALIZER;
static int order[THREADS], taken;
static bool is_late; ///< the first 1000 traces do not fail, and none exits: that makes a search begin anew

static void check(void) {
  const int *o = order;
  if (is_late && o[0] >= 5)
    return;
  if (o[0] == 5 && o[1] == 2 && o[2] == 0)
    printf("5 2 0 comes\n");
  assert(!(o[0] == 5 && o[1] == 2 && o[2] == 0 && o[6] == 4));
  if (o[0] == 6 && o[1] > o[2] && o[2] > o[3] && o[3] > o[4])
    pthread_mutex_lock(&mutex); // self-deadlock
  if (o[3] == 0 && o[4] == 1 && o[5] == 6)
    *(volatile int *)NULL = 1;
  if (!is_late && o[6] == 0 && o[5] == 1 && o[4] == 2 && o[3] == 3)
    exit(3);
  if (o[2] == 6 && o[4] == 5 && o[6] == 3 && o[0] == 4) {
    char *p = malloc(8);
    free(p);
    free(p);
  }
}

static void *take(void *number) {
  pthread_mutex_lock(&mutex);
  order[taken++] = (int)(intptr_t)number;
  if (taken == THREADS)
    check();
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  is_late = argc > 1;
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, take, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
