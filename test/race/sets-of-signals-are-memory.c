// The functions on sets of signals read and write the program's memory: a race between them, and both outcomes.
// RUN: %mcmini-cc -g -O1 -w %s -o %t && not %mcmini --output=all %t | FileCheck %s
// RUN: %mcmini-cc --from-tsan -g -O1 -w %s -o %t && not %mcmini --output=all %t | FileCheck %s
// CHECK-DAG: {{^}}is 0{{$}}
// CHECK-DAG: {{^}}is 1{{$}}
// CHECK: data race
// CHECK: {{^}}2 traces: 2 completed
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static sigset_t set;

static void *adds(void *unused) {
  sigaddset(&set, SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigemptyset(&set);
  pthread_create(&thread, NULL, adds, NULL);
  const int is = sigismember(&set, SIGUSR1);
  pthread_join(thread, NULL);
  printf("is %d\n", is);
}
