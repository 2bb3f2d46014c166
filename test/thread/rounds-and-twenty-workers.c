// Two rounds of threads, and twenty at once: what touches nothing shared is one trace. A thread of the
// second round has a name of its own.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini %t.gcc | FileCheck %s
// CHECK: ok: nothing found
// CHECK: threads 25: 0, 0.1 (worker), 0.2 (worker)
// CHECK: thread create 24, thread start 24
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
#include "threads.h"

static void *worker(void *argument) {
  int local = 1;
  pthread_mutex_t own;
  pthread_mutex_init(&own, NULL);
  pthread_mutex_lock(&own);
  local++;
  pthread_mutex_unlock(&own);
  pthread_mutex_destroy(&own);
  return local == 2 ? argument : NULL;
}

int main(void) {
  many_threads(2, worker);
  many_threads(2, worker);
  many_threads(20, worker);
  return 0;
}
