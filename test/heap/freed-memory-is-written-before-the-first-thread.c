// Freed memory that main writes while it is alone lies on a page that no trace changes: it is found
// all the same, at the end of the traces, with a snapshot and without.
// RUN: %mcmini-cc -g -O0 -w %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k --isolation=fork %t | FileCheck %s
// CHECK: use after free: freed memory was written: byte 0 of a chunk of 100 bytes; found at the end of the trace
// CHECK: Freed by thread 0:
// CHECK: {{^}}2 traces: 0 completed, 0 deadlocked, 2 failed
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread[2];
  int *memory = malloc(100);
  free(memory);
  *memory = 7;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
