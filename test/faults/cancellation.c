// pthread_cancel is not modelled: what cannot go on without it is a deadlock; a warning says so.
// RUN: %mcmini-cc -g %s -o %t.instrumented && %gcc -g -pthread %s -o %t.plain
// RUN: not %mcmini %t.instrumented | FileCheck %s
// RUN: not %mcmini %t.plain | FileCheck %s
// CHECK: mcmini: deadlock: 2 threads wait and none can ever go on
// CHECK: warning: pthread_cancel is not modelled
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *waits(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&never, &lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
