// A loop on a plain variable is taken to wait until the other threads have run; the two sections under
// the mutex still have both orders. At every level of optimisation, and preloaded. The result names the
// place. If nobody ends the loop, it is a livelock with its line.
// RUN: %mcmini-cc -g -O0 -I %S/../Inputs %s -o %t.0 && %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t.1
// RUN: %mcmini-cc -g -O2 -I %S/../Inputs %s -o %t.2
// RUN: %gcc -g -O1 -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini -k --races=off %t.0 2 | FileCheck %s
// RUN: not %mcmini -k --races=off %t.1 2 | FileCheck %s
// RUN: not %mcmini -k --races=off %t.2 2 | FileCheck %s
// RUN: not %mcmini -k --races=off %t.gcc 2 | FileCheck %s
// CHECK: incomplete: nothing found, but a busy wait was taken as waiting
// CHECK: busy wait {{.*}}a-busy-wait-is-taken-to-wait.c:{{3[0-9]}}
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded
// RUN: not %mcmini --races=off %t.0 3 | FileCheck %s --check-prefix=NEVER
// RUN: not %mcmini --races=off %t.2 3 | FileCheck %s --check-prefix=NEVER
// RUN: not %mcmini --races=off %t.gcc 3 | FileCheck %s --check-prefix=NEVER
// NEVER: mcmini: livelock: 1 thread waits
// NEVER: {{^}}  thread 0 waits in a loop
// NEVER-NEXT: a-busy-wait-is-taken-to-wait.c:{{3[0-9]}}
// RUN: not %mcmini replay --races=off %name.0.livelock-0001.trace -- %t.0 3 | FileCheck %s --check-prefix=NEVER
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int alive;

static void *worker(void *);

static void wait_for(int count) {
  while (alive != count) {
  }
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  wait_for(atoi(argv[argc - 1]));
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  alive++;
  pthread_mutex_unlock(&lock);
  return argument;
}
