// paper.h - what all programs of the paper share: numbers from the command line, and threads that
// main creates in order and joins in the same order.
#ifndef MC_BENCHMARKS_PAPER_H
#define MC_BENCHMARKS_PAPER_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_THREADS = 64 };

static pthread_t paper_thread[MAX_THREADS];
static int paper_threads;

/// The i-th argument as a number from 0 to MAX_THREADS, or `otherwise` where there is none.
static inline int argument(int argc, char *argv[], int i, int otherwise) {
  const int number = i < argc ? atoi(argv[i]) : otherwise;

  if (number < 0 || number > MAX_THREADS) {
    fprintf(stderr, "%s: '%s': expected 0 to %d\n", argv[0], argv[i], MAX_THREADS);
    exit(2);
  }
  return number;
}

/// Creates `count` threads, called with 0, 1, ..., count - 1.
static inline void start(void *(*function)(void *), int count) {
  for (int i = 0; i < count && paper_threads < MAX_THREADS; i++)
    pthread_create(&paper_thread[paper_threads++], NULL, function, (void *)(long)i);
}

static inline void join_all(void) {
  for (int i = 0; i < paper_threads; i++)
    pthread_join(paper_thread[i], NULL);
}

#endif // MC_BENCHMARKS_PAPER_H
