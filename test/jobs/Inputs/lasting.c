// lasting.c WHAT - 8 threads take a mutex, in 40320 orders, and each trace takes 700,000 ticks of the processor, so that a
// search of one process lasts for some ten seconds on any machine. WHAT: plain; fail, in one order of the last that are
// explored; or change a file there.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 8 };
static const int last[THREADS] = {6, 5, 7, 4, 3, 2, 1, 0};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order[THREADS], taken;
static char what;

static void compute(void) {
  const uint64_t since = __builtin_ia32_rdtsc();
  while (__builtin_ia32_rdtsc() - since < 700000)
    ;
}

static void change_a_file(void) {
  char name[] = "/tmp/mcmini-jobs-XXXXXX";
  const int fd = mkstemp(name);
  if (fd >= 0) {
    close(fd);
    unlink(name);
  }
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
  if (taken == THREADS) {
    compute();
    assert(what != 'f' || !is_last());
    if (what == 'c' && is_last())
      change_a_file();
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[THREADS];
  what = argc > 1 ? *argv[1] : 'p';
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, take, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
