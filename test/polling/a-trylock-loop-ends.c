// trylock and yield in a loop, until another thread has set a flag under the mutex.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k %t.gcc | FileCheck %s
// CHECK: incomplete: nothing found, but only fair schedules were explored
// CHECK: {{^}}8 traces: 8 completed, 0 deadlocked, 0 failed, 0 bounded
#include "threads.h"
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *poller(void *argument) {
  for (int seen = 0; !seen; sched_yield())
    if (pthread_mutex_trylock(&lock) == 0) {
      seen = ready;
      pthread_mutex_unlock(&lock);
    }
  return argument;
}

static void *setter(void *argument) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(poller, setter);
  return 0;
}
