// A range of accesses that leaves the program's memory is a crash in the function that makes it: the
// search for data races neither fails nor takes memory in proportion to it.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// CHECK: crash: SIGSEGV
// CHECK-NOT: used up
#include "threads.h"
#include <string.h>

static char buffer[64];
static volatile size_t wrong = -1;

static void *fill(void *argument) {
  memset(buffer, 1, wrong);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fill, NULL);
  pthread_join(thread, NULL);
  return 0;
}
