// Two threads look, under a mutex, whether the memory was freed, and note it in a second critical
// section. Of the six orders of their sections two are right; in the others both have looked before
// one has noted, and the second free is found. It is one finding, and that nothing orders the two
// frees another.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// CHECK: Finding 1: data race:
// CHECK: Finding 2: double free: free of a chunk of 100 bytes that is free already
// CHECK-NEXT: error: double free
// CHECK: {{^}}  by thread 0.{{[12]}} (worker)
// CHECK: 2 completed, 0 deadlocked, {{[1-9][0-9]*}} failed
// CHECK: Every schedule of the program was explored.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *memory;
static bool freed;

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  const bool seen = freed;
  pthread_mutex_unlock(&mutex);
  if (seen)
    return unused;
  pthread_mutex_lock(&mutex);
  freed = true;
  pthread_mutex_unlock(&mutex);
  free(memory);
  return unused;
}

int main(void) {
  pthread_t thread[2];
  memory = malloc(100);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
