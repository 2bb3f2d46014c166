// What libc's free refuses, ours refuses too: the trace ends with the program's abort.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini --output=all %t twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %mcmini --output=all %t inside 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not %mcmini --output=all %t trunk 2>&1 | FileCheck %s --check-prefix=ABORT
// TWICE: free(): double free detected
// INSIDE: free(): invalid pointer
// TWICE: mcmini: assertion failed: abort() was called
// INSIDE: mcmini: assertion failed: abort() was called
// ABORT: free(): double free detected
// ABORT: mcmini: assertion failed: abort() was called
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *volatile memory, *of_trunk;

static void *worker(void *how) {
  memory = malloc(100);
  if (strcmp(how, "twice") == 0)
    free(memory);
  if (strcmp(how, "inside") == 0)
    free(memory + 32);
  if (strcmp(how, "trunk") == 0)
    free(of_trunk), free(of_trunk);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  of_trunk = malloc(100);
  pthread_create(&thread, NULL, worker, argv[argc - 1]);
  pthread_join(thread, NULL);
  if (strcmp(argv[argc - 1], "twice") == 0)
    free(memory);
  return 0;
}
