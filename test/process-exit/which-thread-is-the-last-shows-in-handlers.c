// Main leaves by pthread_exit; the last thread then calls exit, and its handlers. Which one that is, main or
// the other, is explored where there is a handler, which could look at what is the thread's own; else it makes
// no difference.
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -O1 -pthread %s -o %t.gcc
// RUN: %mcmini --output=all %t handler | FileCheck %s
// RUN: %mcmini --output=all --algorithm=source --sleep-sets=conditional %t handler | FileCheck %s
// RUN: %mcmini --output=all --isolation=fork --threads=kernel %t handler | FileCheck %s
// RUN: %mcmini --output=all %t.gcc handler | FileCheck %s
// CHECK-DAG: {{^}}main was the last{{$}}
// CHECK-DAG: {{^}}another was the last{{$}}
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t none | FileCheck --check-prefix=NONE %s
// NONE: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __thread const char *name = "another";

static void say(void) {
  printf("%s was the last\n", name);
  fflush(stdout);
}

static void *work(void *argument) { return argument; }

int main(int argc, char **argv) {
  pthread_t thread;
  name = "main";
  if (!strcmp(argv[argc - 1], "handler"))
    atexit(say);
  pthread_create(&thread, NULL, work, NULL);
  pthread_exit(NULL);
}
