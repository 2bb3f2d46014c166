// threads.h - in_threads(f, g, ...): a thread for each function, all created, then all joined; each
// gets its number, from 0. many_threads(n, f): n threads that call f.
#ifndef TEST_THREADS_H
#define TEST_THREADS_H

#include <pthread.h>

typedef void *(*thread_function)(void *);

static inline void threads_run(const thread_function *function, long count, int stride) {
  pthread_t thread[32];
  for (long i = 0; i < count; i++)
    pthread_create(&thread[i], 0, function[i * stride], (void *)i);
  for (long i = 0; i < count; i++)
    pthread_join(thread[i], 0);
}

static inline void many_threads(long count, thread_function function) {
  threads_run(&function, count, 0);
}

#define in_threads(...)                                                                            \
  threads_run((const thread_function[]){__VA_ARGS__},                                              \
              sizeof((const thread_function[]){__VA_ARGS__}) / sizeof(thread_function), 1)

#endif
