// A sanitizer's read and write stand before McMini's: that is told.
// REQUIRES: asan
// RUN: %mcmini-cc -g -O1 -w -fsanitize=address %s -o %t
// RUN: %mcmini %t | FileCheck %s
// CHECK: warning: a pipe is not modelled in a program with a sanitizer
#include <pthread.h>
#include <unistd.h>

static void *body(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  int ends[2];
  pipe(ends);
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}
