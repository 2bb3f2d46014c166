// A thread stopped by --max-depth-per-thread in an atomic section keeps the others waiting, one of them before it
// gives back a mutex that it holds itself: the trace is bounded.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini -q -k --max-depth-per-thread=3 %t | FileCheck %s
// CHECK: incomplete: nothing found, but traces were cut by --max-depth-per-thread
// CHECK: 0 completed, 0 deadlocked, 0 failed, {{[1-9][0-9]*}} bounded
#include <mcmini/mcmini.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *together(void *argument) {
  mc_atomic_begin();
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
  }
  mc_atomic_end();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, together, NULL);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_join(thread, NULL);
  return 0;
}
