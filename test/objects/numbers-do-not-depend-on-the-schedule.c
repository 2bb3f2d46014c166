// Three threads use mutexes that they made themselves, on the heap and on their stacks, and one that
// each gets from whoever was there before: which object a trace meets first says nothing. Only the
// shared lock orders them: 3! classes, for every algorithm.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k %t | FileCheck %s
// RUN: %mcmini -k --algorithm=dpor %t | FileCheck %s
// RUN: %mcmini -k --algorithm=dpor %t.gcc | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <stdlib.h>

static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *last;

static void use(pthread_mutex_t *mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
}

static void *worker(void *argument) {
  pthread_mutex_t *heap = malloc(sizeof *heap), stack = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_init(heap, NULL);
  use(heap);
  use(&stack);
  pthread_mutex_lock(&shared);
  if (last)
    use(last);
  last = heap;
  pthread_mutex_unlock(&shared);
  use(&stack);
  return argument;
}

int main(void) {
  many_threads(3, worker);
  use(last);
  return 0;
}
