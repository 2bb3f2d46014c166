// syscall(SYS_exit) ends the calling thread, and not the process: main joins it, a lock that it had
// given back is free. Two threads at one mutex: 2 traces. A cleanup handler does not run.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini %t.gcc | FileCheck %s
// RUN: %mcmini --isolation=fork %t | FileCheck %s
// RUN: %mcmini --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void never(void *argument) {
  (void)argument;
  abort();
}

static void *body(void *argument) {
  pthread_cleanup_push(never, NULL);
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  syscall(SYS_exit, 3);
  pthread_cleanup_pop(0);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, body, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(count == 2);
}
