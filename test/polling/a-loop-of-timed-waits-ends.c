// A loop that waits for a second, looks, and waits again. The setter comes first, or after one, two or three
// timeouts: from its second one on, the waiting thread gives way to one that it could have let run before.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k %t.gcc | FileCheck %s
// CHECK: incomplete: nothing found, but only fair schedules were explored
// CHECK: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded
#include "threads.h"
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *poller(void *argument) {
  pthread_mutex_lock(&lock);
  while (!ready) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec++;
    pthread_cond_timedwait(&changed, &lock, &deadline);
  }
  pthread_mutex_unlock(&lock);
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
