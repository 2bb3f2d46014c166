// driver/probe.c - lib/mcmini-probe: the program that `mcmini doctor` runs to see what this machine
// allows. Its 120 traces write other pages each, so often that the snapshots change to userfaultfd
// where they can.
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 5, ORDERS = 120, EACH = 16, PAGE = 4096 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned came, order; ///< the number of the permutation in which they come
static char *pages;

static void *comes(void *number) {
  pthread_mutex_lock(&mutex);
  order = (order * THREADS + (unsigned)(size_t)number) % ORDERS;
  if (++came == THREADS)
    for (unsigned i = 0; i < EACH; i++)
      pages[(order * EACH + i) * PAGE] = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  pages = calloc(ORDERS * EACH, PAGE);
  for (size_t i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, comes, (void *)i);
  for (unsigned i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  free(pages);
  return 0;
}
