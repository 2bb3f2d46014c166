// pop has the traces of optimal where a thread waits busily. Where a step fails, optimal restarts
// with source, and pop goes on.
// RUN: %mcmini-cc -g -O0 %s -o %t
// RUN: not %mcmini --races=off --algorithm=optimal %t 2 | FileCheck %s
// RUN: not %mcmini --races=off --algorithm=pop %t 2 | FileCheck %s --check-prefixes=POP,CHECK
// POP-NOT: search {{ *}}optimal
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded
// RUN: not %mcmini -k --races=off --algorithm=optimal %t 0 | FileCheck %s --check-prefixes=RESTARTS,FAILS
// RUN: not %mcmini -k --races=off --algorithm=pop %t 0 | FileCheck %s --check-prefixes=GOES-ON,FAILS
// RESTARTS: search        source: optimal would leave out
// GOES-ON-NOT: search {{ *}}source
// FAILS: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed, 0 bounded
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int alive;
static int first;

static void *worker(void *name) {
  pthread_mutex_lock(&lock);
  if (!first)
    first = *(int *)name;
  alive++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  static int name[] = {1, 2};
  const int count = atoi(argv[argc - 1]);
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, &name[i]);
  while (count && alive != count) {
  }
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  assert(count || first == 1);
  return 0;
}
