// lasting.c WHAT - 8 threads take a mutex, in 40320 orders, and each trace computes for some 0.3 ms, so that a
// search of one process lasts for some ten seconds on any machine. WHAT: plain; fail, in one order of the last that are
// explored; or rare: of 10 threads, three come first in one order, which is one of 720, and there
// it fails. The search comes there after minutes, a random schedule after seconds.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { THREADS = 8, MORE = 10 };
static const int last[THREADS] = {6, 5, 7, 4, 3, 2, 1, 0};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order[MORE], taken, threads = THREADS;
static char what;

static void compute(void) {
  for (volatile int i = 0; i < 600000; i++)
    ;
}

static bool is_last(void) {
  for (int i = 0; i < THREADS; i++)
    if (order[i] != last[i])
      return false;
  return true;
}

static void *take(void *number) {
  pthread_mutex_lock(&mutex);
  order[taken++] = (int)(intptr_t)number;
  if (taken == threads) {
    compute();
    assert(what != 'f' || !is_last());
    assert(what != 'r' || order[0] != 4 || order[1] != 2 || order[2] != 3);
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[MORE];
  what = argc > 1 ? *argv[1] : 'p';
  if (what == 'r')
    threads = MORE;
  for (int i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, take, (void *)(intptr_t)i);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
