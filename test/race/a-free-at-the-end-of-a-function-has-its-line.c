// The compiler would make a jump of the call, and the function be gone from the stack.
// RUN: %mcmini-cc -g -O2 %s -o %t && not %mcmini -k --races=report %t | FileCheck %s
// CHECK: data race: {{.*}}write at a-free-at-the-end-of-a-function-has-its-line.c:[[#@LINE+8]]
#include <pthread.h>
#include <stdlib.h>

static int *memory;
static int seen;

__attribute__((noinline)) static void drop(void) {
  free(memory);
}

static void *look(void *argument) {
  seen = *memory;
  return argument;
}

int main(void) {
  pthread_t thread;
  memory = calloc(1, sizeof *memory);
  pthread_create(&thread, NULL, look, NULL);
  drop();
  pthread_join(thread, NULL);
  return seen;
}
