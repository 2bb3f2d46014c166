// 64 threads besides main: each on its own mutex there is one class; all on one there are 64!
// orders, of which the first 200 traces are different ones and none is sleep-set blocked. What
// happens beyond the limit, 128 with main, is tested in ../faults/many-threads.c.
//
// RUN: %mcmini-cc -g -O2 %s -o %t.instrumented && %gcc -g -O2 -pthread %s -o %t.plain
// RUN: %mcmini %t.instrumented 64 | FileCheck %s --check-prefix=OWN
// RUN: %mcmini %t.plain 64 | FileCheck %s --check-prefix=OWN
// OWN: threads 65:
// OWN-NOT: warning
// OWN: 1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
// OWN: Every schedule of the program
// RUN: %mcmini --max-traces=200 %t.instrumented 1 | FileCheck %s --check-prefix=ONE
// RUN: %mcmini --max-traces=200 %t.plain 1 | FileCheck %s --check-prefix=ONE
// ONE: threads 65:
// ONE-NOT: warning
// ONE: 200 traces: 200 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
// ONE: The first 200 traces were explored
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 64 };

static pthread_mutex_t lock[THREADS];

static void *body(void *mine) {
  pthread_mutex_lock(mine);
  pthread_mutex_unlock(mine);
  return NULL;
}

int main(int argc, char **argv) {
  const int mutexes = atoi(argv[argc - 1]);
  pthread_t thread[THREADS];

  for (int i = 0; i < mutexes; i++)
    pthread_mutex_init(&lock[i], NULL);
  for (int i = 0; i < THREADS; i++)
    if (pthread_create(&thread[i], NULL, body, &lock[i % mutexes]) != 0)
      abort();
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
