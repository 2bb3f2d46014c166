// send and shutdown are functions of the program's own, here: they are called, and a pipe between
// threads is one all the same. One write, one read: 1 trace.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t && %gcc -g -w -pthread %s -o %t.gcc
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini %t.gcc | FileCheck %s
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], sent;

int send(int *number) { return ++*number; }

void shutdown(int *number, double by) { *number += (int)by; }

static void *body(void *argument) {
  send(&sent);
  shutdown(&sent, 5.0);
  write(ends[1], "x", 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  char c;
  pipe(ends);
  pthread_create(&thread, NULL, body, NULL);
  assert(read(ends[0], &c, 1) == 1 && sent == 6);
  pthread_join(thread, NULL);
}
