// A detached worker looks and sleeps for ever; main returns: the process ends while it polls. Of the program that is
// not instrumented that is known where its system calls are seen.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t | FileCheck %s
// RUN: %if dispatch %{ %mcmini %t.gcc | FileCheck %s %}
// CHECK: ok: nothing found
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void *worker(void *argument) {
  for (int seen = 0; !seen; usleep(1000)) {
    pthread_mutex_lock(&lock);
    seen = stop;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  return 0;
}
