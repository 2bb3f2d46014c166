// A detached thread runs beside main. return and exit end the process, but not before the others can
// go no further; pthread_exit of main leaves them running, the last one ends the process with 0.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --output=all %t return | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t.gcc return | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t exit | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t.gcc exit | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t leave | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t.gcc leave | sort -u | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK: worker 0
// CHECK-NEXT: worker 1
// Threads that are blocked at the exit of the process are no deadlock.
// RUN: %mcmini %t blocked | FileCheck %s --check-prefix=BLOCKED
// RUN: %mcmini %t.gcc blocked | FileCheck %s --check-prefix=BLOCKED
// BLOCKED: ok: nothing found
// BLOCKED: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t never;
static const char *how;
static int main_was_there;

static void *worker(void *argument) {
  if (!strcmp(how, "blocked"))
    sem_wait(&never);
  pthread_mutex_lock(&lock);
  printf("worker %d\n", main_was_there);
  fflush(stdout);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  how = argv[argc - 1];
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  if (!strcmp(how, "blocked"))
    return 0;
  pthread_mutex_lock(&lock);
  main_was_there = 1;
  pthread_mutex_unlock(&lock);
  if (!strcmp(how, "exit"))
    exit(0);
  if (!strcmp(how, "leave"))
    pthread_exit(NULL);
  return 0;
}
