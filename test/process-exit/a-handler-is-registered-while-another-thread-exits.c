// A thread registers a handler while main ends the process: it is called where exit has not yet looked for
// the next one: before main's handler, after it, or never. However the process ends these are 3 traces; with
// two handlers of main's they are 4.
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -O1 -pthread %s -o %t.gcc
// RUN: %mcmini --output=all %t exit | FileCheck %s
// RUN: %mcmini --output=all %t quick_exit | FileCheck %s
// RUN: %mcmini --output=all %t return | FileCheck %s
// RUN: %mcmini --output=all --isolation=fork --threads=kernel %t exit | FileCheck %s
// RUN: %mcmini --output=all %t.gcc exit | FileCheck %s
// CHECK-DAG: {{^}}the process ends{{$}}
// CHECK-DAG: {{^}}late, the process ends{{$}}
// CHECK-DAG: {{^}}late after the end{{$}}
// CHECK: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed
// RUN: %mcmini --output=all %t two | FileCheck --check-prefix=TWO %s
// RUN: %mcmini --output=all --algorithm=dfs %t two | FileCheck --check-prefix=ALL %s
// TWO-DAG: {{^}}step, the process ends{{$}}
// TWO-DAG: {{^}}late, step, the process ends{{$}}
// TWO-DAG: {{^}}step, late, the process ends{{$}}
// TWO-DAG: {{^}}late after the end{{$}}
// TWO: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
// ALL-DAG: {{^}}step, the process ends{{$}}
// ALL-DAG: {{^}}late, step, the process ends{{$}}
// ALL-DAG: {{^}}step, late, the process ends{{$}}
// ALL-DAG: {{^}}late after the end{{$}}
// ALL: 0 deadlocked, 0 failed
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *how;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool has_ended;
static void say_end(void) {
  has_ended = true;
  puts("the process ends");
  fflush(stdout);
}
static void say_late(void) {
  fputs(has_ended ? "late after the end\n" : "late, ", stdout);
  fflush(stdout); // quick_exit does not
}
static void make_step(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  printf("step, ");
}

static void *register_late(void *argument) {
  if (!strcmp(how, "quick_exit"))
    at_quick_exit(say_late);
  else
    atexit(say_late);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  how = argv[argc - 1];
  atexit(say_end);
  at_quick_exit(say_end);
  if (!strcmp(how, "two"))
    atexit(make_step);
  pthread_create(&thread, NULL, register_late, NULL);
  if (!strcmp(how, "quick_exit"))
    quick_exit(0);
  if (!strcmp(how, "exit"))
    exit(0);
  return 0;
}
