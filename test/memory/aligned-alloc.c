// aligned_alloc of an alignment that is no power of two, for memory that two threads use.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: aligned_alloc of an alignment that is no power of two
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *counter;

static void *worker(void *argument) {
  atomic_fetch_add(counter, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  counter = aligned_alloc(3, 12);
  atomic_init(counter, 0);
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  free(counter);
  return 0;
}
