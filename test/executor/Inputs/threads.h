// threads.h - what the programs here share: a mutex, two workers, and a table of scenarios of which
// argument 1 names one. What a scenario prints is compared between the ways of running it.
#ifndef THREADS_H
#define THREADS_H
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static inline void visible(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

/// `body` in `n` threads, called with their numbers from 1 on, and joins them.
static inline void in_threads(long n, void *(*body)(void *)) {
  pthread_t thread[128];
  for (long i = 0; i < n; i++)
    if (pthread_create(&thread[i], NULL, body, (void *)(i + 1)))
      abort();
  for (long i = 0; i < n; i++)
    pthread_join(thread[i], NULL);
}

struct scenario {
  const char *name;
  void (*run)(void);
};

static inline int run_scenario(const struct scenario *scenario, int argc, char **argv) {
  for (; argc > 1 && scenario->name; scenario++)
    if (!strcmp(scenario->name, argv[1])) {
      scenario->run();
      return 0;
    }
  return 2;
}

#endif // THREADS_H
