// Memory that a trace allocates and does not free is counted, the most of any trace, and is no
// finding: here two chunks with 30 bytes where the second thread is first, else one with 10. What
// was allocated before there was a second thread does not count, nor what another thread frees.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini -k --stats --json=result.json %t | FileCheck %s
// RUN: %mcmini -k --stats --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: not freed at the end of a trace, by its threads: at most 2 chunks, 30 bytes
// CHECK: 2 traces: 2 completed
// RUN: FileCheck %s --check-prefix=JSON --input-file=result.json
// JSON: "leaked": {
// JSON-NEXT: "chunks": 2,
// JSON-NEXT: "bytes": 30
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int turns;
static char *volatile kept, *volatile passed;

static void *worker(void *number) {
  pthread_mutex_lock(&mutex);
  if (++turns == 2) {
    kept = malloc(10);
    if (number == NULL)
      kept = malloc(20);
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  kept = malloc(1000);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, i ? &turns : NULL);
  passed = malloc(500);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  free(passed);
  return 0;
}
