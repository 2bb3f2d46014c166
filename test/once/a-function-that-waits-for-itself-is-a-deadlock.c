// pthread_once from within its own function waits for ever, and so do all others.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t | FileCheck %s
// RUN: not %mcmini %t.gcc | FileCheck %s
// CHECK: deadlock: 3 threads wait
// CHECK: thread 0.1 (worker) waits to {{[a-z]+}} control
#include "threads.h"

static pthread_once_t control = PTHREAD_ONCE_INIT;

static void function(void) {
  pthread_once(&control, function);
}

static void *worker(void *argument) {
  pthread_once(&control, function);
  return argument;
}

int main(void) {
  many_threads(2, worker);
  return 0;
}
