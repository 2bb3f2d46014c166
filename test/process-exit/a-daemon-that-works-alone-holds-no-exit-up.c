// What a daemon does with a mutex that nobody else uses is local, and comes before all choices; but main's exit comes as
// soon as it is known that the daemon only repeats itself: after one iteration, in the second trace as in the first. That
// has no local steps, so two traces are needed to see it.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini %t | FileCheck %s
// CHECK: transitions   21 and 1 repeated, at most 11 in a trace
// CHECK: mutex lock 2, mutex unlock 2, thread process-exit 2
// CHECK: {{^}}2 traces: 2 completed
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static atomic_int last;

static void *works_alone(void *unused) {
  for (;;) {
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
  }
  return unused;
}

static void *stores(void *unused) {
  atomic_store(&last, 1);
  return unused;
}

int main(void) {
  pthread_t daemon, other;
  pthread_create(&other, NULL, stores, NULL);
  atomic_store(&last, 2);
  pthread_join(other, NULL);
  pthread_create(&daemon, NULL, works_alone, NULL);
  return 0;
}
