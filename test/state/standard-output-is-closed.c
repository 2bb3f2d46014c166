// A thread closes standard output while another one prints there: what printing returns tells which came
// first.
// RUN: %mcmini-cc -g -w %s -o %t
// RUN: %mcmini -q --output=all %t 2>&1 | FileCheck %s
// RUN: %mcmini -q --output=all --isolation=fork %t 2>&1 | FileCheck %s
// CHECK-DAG: flushed -1
// CHECK-DAG: flushed 0
// CHECK: mcmini: ok: nothing found
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int result;

static void *prints(void *argument) {
  printf("text\n");
  result = fflush(stdout);
  return argument;
}

int main(void) {
  pthread_t thread;
  char text[32];
  setvbuf(stdout, NULL, _IOFBF, 0);
  pthread_create(&thread, NULL, prints, NULL);
  close(STDOUT_FILENO);
  pthread_join(thread, NULL);
  write(STDERR_FILENO, text, snprintf(text, sizeof text, "flushed %d\n", result));
  return 0;
}
