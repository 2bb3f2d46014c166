// A field is written in two places under its lock, and read in one without: the report says so. The
// other place of the trace counts, too.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k --races=report %t | FileCheck %s
// CHECK: data race: pool->length: write at {{.*}} and read at the-lock-that-is-missing-is-named.c:26
// CHECK: pool->lock {{.*}}is not held at the-lock-that-is-missing-is-named.c:26, but at all other places
#include <pthread.h>
#include <stdlib.h>

static struct pool {
  int length;
  pthread_mutex_t lock;
} *pool;

static void *work(void *argument) {
  pthread_mutex_lock(&pool->lock);
  pool->length++;
  pthread_mutex_unlock(&pool->lock);
  pthread_mutex_lock(&pool->lock);
  pool->length--;
  pthread_mutex_unlock(&pool->lock);
  return argument;
}

static void *peek(void *argument) {
  (void)argument;
  if (pool->length)
    return pool;
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  pool = calloc(1, sizeof *pool);
  pthread_create(&thread[0], NULL, work, NULL);
  pthread_create(&thread[1], NULL, peek, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  free(pool);
  return 0;
}
