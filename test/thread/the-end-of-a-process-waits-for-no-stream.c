// The process ends, by a return from main or a failed assertion, while a thread that waits for ever
// has locked stdout: that ends it all the same, as exit locks no stream, and what is in its buffer
// is written. One class.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini --output=all %t | FileCheck %s
// RUN: %mcmini --output=all %t.gcc | FileCheck %s
// CHECK: in the buffer
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// RUN: not %mcmini --output=all %t assert | FileCheck %s --check-prefix=ASSERT
// RUN: not %mcmini --output=all %t.gcc assert | FileCheck %s --check-prefix=ASSERT
// ASSERT: in the buffer
// ASSERT: assertion failed: assertion `argc == 1'
// ASSERT: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t locked, never;

static void *holder(void *unused) {
  flockfile(stdout);
  printf("in the buffer ");
  sem_post(&locked);
  sem_wait(&never);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  sem_init(&locked, 0, 0);
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, holder, NULL);
  sem_wait(&locked);
  assert(argc == 1);
  return 0;
}
