// program.h - what the programs of paper/ and families/ share: numbers from the command line, and
// threads that main creates in order and joins in the same order.
//
// Compiled with -DARGUMENTS=3,2 a program has these numbers, and calls nothing but the library of
// threads: so it suits model checkers that interpret it (../peers).
#ifndef MC_BENCHMARKS_PROGRAM_H
#define MC_BENCHMARKS_PROGRAM_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_THREADS = 64 };

static pthread_t created[MAX_THREADS];
static int created_threads;

#ifdef ARGUMENTS
static inline int argument(int argc, char *argv[], int i, int least, int most, int otherwise) {
  static const int arguments[] = {ARGUMENTS};
  return arguments[i - 1];
}
#else
/// The i-th argument as a number from `least` to `most`, or `otherwise` where there is none.
static inline int argument(int argc, char *argv[], int i, int least, int most, int otherwise) {
  if (i >= argc)
    return otherwise;

  char *end;
  const long number = strtol(argv[i], &end, 10);
  if (end == argv[i] || *end || number < least || number > most) {
    fprintf(stderr, "%s: '%s': expected a number from %d to %d\n", argv[0], argv[i], least, most);
    exit(2);
  }
  return (int)number;
}
#endif

/// Creates `count` threads, called with 0, 1, ..., count - 1.
static inline void start(void *(*function)(void *), int count) {
#ifndef ARGUMENTS
  if (count > MAX_THREADS - created_threads) {
    fprintf(stderr, "more than %d threads\n", MAX_THREADS);
    exit(2);
  }
#endif
  for (int i = 0; i < count; i++)
    pthread_create(&created[created_threads++], NULL, function, (void *)(long)i);
}

static inline void join_all(void) {
  for (int i = 0; i < created_threads; i++)
    pthread_join(created[i], NULL);
}

#endif // MC_BENCHMARKS_PROGRAM_H
