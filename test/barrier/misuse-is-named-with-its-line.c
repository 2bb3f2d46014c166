// Each misuse of a barrier is a finding with its name and its line.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t destroy | FileCheck %s --check-prefix=DESTROY
// RUN: not %mcmini %t.gcc destroy | FileCheck %s --check-prefix=DESTROY
// DESTROY: misuse of a primitive: destroy of a barrier at which threads wait
// RUN: not %mcmini %t after | FileCheck %s --check-prefix=AFTER
// RUN: not %mcmini %t.gcc after | FileCheck %s --check-prefix=AFTER
// AFTER: misuse of a primitive: use of a barrier after its destroy
// RUN: not %mcmini %t raw | FileCheck %s --check-prefix=RAW
// RUN: not %mcmini %t.gcc raw | FileCheck %s --check-prefix=RAW
// RAW: misuse of a primitive: use of a barrier that was not initialised
#include "threads.h"
#include <string.h>

static pthread_barrier_t barrier;
static const char *what;

static int is(const char *name) {
  return !strcmp(what, name);
}

static void *worker(void *argument) {
  pthread_barrier_wait(&barrier);
  return argument;
}

static void *destroyer(void *argument) {
  pthread_barrier_destroy(&barrier); // DESTROY: misuse-is-named-with-its-line.c:[[@LINE]]
  return argument;
}

int main(int argc, char **argv) {
  what = argv[argc - 1];
  pthread_barrier_init(&barrier, NULL, 2);
  if (is("raw"))
    memset(&barrier, 0x11, sizeof barrier);
  if (is("after"))
    pthread_barrier_destroy(&barrier);
  if (is("after"))
    pthread_barrier_wait(&barrier); // AFTER: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("raw"))
    pthread_barrier_wait(&barrier); // RAW: misuse-is-named-with-its-line.c:[[@LINE]]
  in_threads(worker, destroyer);
  return 0;
}
