// Five tries that fail do not end the trace, even though main is at the end of the process: what
// the thread does after them is checked.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: not %mcmini %t | FileCheck %s
// RUN: not %mcmini %t.gcc | FileCheck %s
// CHECK: assertion failed: {{.*}}taken
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
  int taken = 0;
  for (int i = 0; i < 5 && !taken; i++) {
    taken = pthread_mutex_trylock(&lock) == 0;
    sched_yield();
  }
  assert(taken);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&lock);
  pthread_create(&t, NULL, thread, NULL);
  return 0;
}
