// Each misuse of a semaphore is a finding with its name and its line. A semaphore that is destroyed
// while a thread waits is one of that thread.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t after | FileCheck %s --check-prefix=AFTER
// RUN: not %mcmini %t.gcc after | FileCheck %s --check-prefix=AFTER
// AFTER: misuse of a primitive: use of a semaphore after its destroy
// RUN: not %mcmini %t raw | FileCheck %s --check-prefix=RAW
// RUN: not %mcmini %t.gcc raw | FileCheck %s --check-prefix=RAW
// RAW: misuse of a primitive: use of a semaphore that was not initialised
// RUN: not %mcmini %t busy | FileCheck %s --check-prefix=BUSY
// RUN: not %mcmini %t.gcc busy | FileCheck %s --check-prefix=BUSY
// BUSY: misuse of a primitive: use of a semaphore after its destroy
#include "threads.h"
#include <semaphore.h>
#include <string.h>

static sem_t seats;
static const char *what;

static int is(const char *name) {
  return !strcmp(what, name);
}

static void *worker(void *argument) {
  if (is("busy"))
    sem_wait(&seats); // BUSY: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("raw"))
    sem_post(&seats); // RAW: misuse-is-named-with-its-line.c:[[@LINE]]
  return argument;
}

static void *destroyer(void *argument) {
  if (is("busy"))
    sem_destroy(&seats);
  return argument;
}

int main(int argc, char **argv) {
  what = argv[argc - 1];
  if (is("raw"))
    memset(&seats, 0x11, sizeof seats);
  else
    sem_init(&seats, 0, 0);
  if (is("after"))
    sem_destroy(&seats);
  if (is("after"))
    sem_post(&seats); // AFTER: misuse-is-named-with-its-line.c:[[@LINE]]
  in_threads(worker, destroyer);
  return 0;
}
