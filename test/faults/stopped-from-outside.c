// A process that is stopped uses no time: a worker and a command that are stopped for longer than
// --trace-timeout, by a signal or a debugger, and go on, change nothing.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: bash %S/Inputs/stop worker %mcmini %t | FileCheck %s --check-prefixes=CHECK,TOLD
// RUN: bash %S/Inputs/stop command %mcmini %t | FileCheck %s
// RUN: bash %S/Inputs/stop all %mcmini %t | FileCheck %s
// CHECK: status 0
// CHECK-NEXT: mcmini: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed
// TOLD: mcmini: the program is stopped; kill -CONT {{[0-9]+}} lets it go on
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *argument) {
  volatile int turns = 0;
  while (turns < 200000000)
    turns++;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, body, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
