// Each misuse of a spin lock is a finding with its name and its line. (Its four bytes carry no mark:
// a spin lock that is used without its init is one of value 0 or not known.)
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t stranger | FileCheck %s --check-prefix=STRANGER
// RUN: not %mcmini %t.gcc stranger | FileCheck %s --check-prefix=STRANGER
// STRANGER: misuse of a primitive: unlock of a spin lock that the thread does not hold
// RUN: not %mcmini %t held | FileCheck %s --check-prefix=HELD
// RUN: not %mcmini %t.gcc held | FileCheck %s --check-prefix=HELD
// HELD: misuse of a primitive: destroy of a spin lock that is held
// RUN: not %mcmini %t twice | FileCheck %s --check-prefix=TWICE
// RUN: not %mcmini %t.gcc twice | FileCheck %s --check-prefix=TWICE
// TWICE: misuse of a primitive: self-deadlock: lock of a spin lock by the thread that holds it
// RUN: not %mcmini %t after | FileCheck %s --check-prefix=AFTER
// RUN: not %mcmini %t.gcc after | FileCheck %s --check-prefix=AFTER
// AFTER: misuse of a primitive: use of a spin lock after its destroy
#include "threads.h"
#include <string.h>

static pthread_spinlock_t lock;
static const char *what;

static int is(const char *name) {
  return !strcmp(what, name);
}

static void *worker(void *argument) {
  if (is("stranger"))
    pthread_spin_unlock(&lock); // STRANGER: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("held"))
    pthread_spin_destroy(&lock); // HELD: misuse-is-named-with-its-line.c:[[@LINE]]
  return argument;
}

int main(int argc, char **argv) {
  what = argv[argc - 1];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  if (is("after"))
    pthread_spin_destroy(&lock);
  pthread_spin_lock(&lock); // AFTER: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("twice"))
    pthread_spin_lock(&lock); // TWICE: misuse-is-named-with-its-line.c:[[@LINE]]
  in_threads(worker);
  return 0;
}
