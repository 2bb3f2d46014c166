// A thread counts its turns, and main does not wait for it: the process exits without it, which may hide
// what it does at the end.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini %t | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but what thread 0.1 at left.c:13 does after thousands of iterations
// CHECK: warning: thread 0.1 at left.c:13 has no end that could be seen
// CHECK-NOT: Every schedule
#include <pthread.h>
#include <unistd.h>

static void *counts(void *argument) {
  unsigned turns = 0;
  for (; turns < 1000000; turns++)
    usleep(1);
  return turns ? argument : NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, counts, NULL);
  return 0;
}
