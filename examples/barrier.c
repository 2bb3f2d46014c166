// barrier.c - three threads fill a row, meet at a barrier, and one of them adds the row up.
//
// McMini: nothing found: arrivals commute, and any thread may be the serial one. 3 classes.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3 };

static pthread_barrier_t barrier;
static int row[THREADS], sum, sums;

static void *worker(void *arg) {
  const int i = (int)(long)arg;

  row[i] = i + 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    sums++;
    for (int k = 0; k < THREADS; k++)
      sum += row[k];
  }
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];

  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, worker, (void *)(long)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  pthread_barrier_destroy(&barrier);
  assert(sums == 1 && sum == 1 + 2 + 3);
  return 0;
}
