// aligned_alloc of a size that C11 does not allow, used by two threads: the program may get no memory.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini %t | FileCheck %s
// CHECK: incomplete: nothing found, but what the program does where aligned_alloc refuses its size
// CHECK: warning: aligned_alloc of a size that is no multiple of the alignment
// CHECK-NOT: Every schedule
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
  counter = aligned_alloc(16, 20);
  atomic_init(counter, 0);
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  free(counter);
  return 0;
}
