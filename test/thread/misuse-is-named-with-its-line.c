// Each misuse of a thread is a finding with its name and its line.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t twice | FileCheck %s --check-prefix=TWICE
// RUN: not %mcmini %t.gcc twice | FileCheck %s --check-prefix=TWICE
// TWICE: misuse of a primitive: join of a thread that was joined already
// RUN: not %mcmini %t self | FileCheck %s --check-prefix=SELF
// RUN: not %mcmini %t.gcc self | FileCheck %s --check-prefix=SELF
// SELF: misuse of a primitive: join of the calling thread itself
// RUN: not %mcmini %t detached | FileCheck %s --check-prefix=DETACHED
// RUN: not %mcmini %t.gcc detached | FileCheck %s --check-prefix=DETACHED
// DETACHED: misuse of a primitive: join of a detached thread
// RUN: not %mcmini %t detach | FileCheck %s --check-prefix=DETACH
// RUN: not %mcmini %t.gcc detach | FileCheck %s --check-prefix=DETACH
// DETACH: misuse of a primitive: detach of a thread that was detached already
// RUN: not %mcmini %t circle | FileCheck %s --check-prefix=CIRCLE
// RUN: not %mcmini %t.gcc circle | FileCheck %s --check-prefix=CIRCLE
// CIRCLE: deadlock: 2 threads wait
// CIRCLE: thread 0 waits to join thread 0.1
// CIRCLE: thread 0.1 (worker) waits to join thread 0
#include "threads.h"
#include <string.h>

static const char *what;
static pthread_t main_thread;

static int is(const char *name) {
  return !strcmp(what, name);
}

static void *worker(void *argument) {
  if (is("self"))
    pthread_join(pthread_self(), NULL); // SELF: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("circle"))
    pthread_join(main_thread, NULL);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  what = argv[argc - 1];
  main_thread = pthread_self();
  pthread_create(&thread, NULL, worker, NULL);
  if (is("detached") || is("detach"))
    pthread_detach(thread);
  if (is("detach"))
    pthread_detach(thread); // DETACH: misuse-is-named-with-its-line.c:[[@LINE]]
  pthread_join(thread, NULL); // DETACHED: misuse-is-named-with-its-line.c:[[@LINE]]
  pthread_join(thread, NULL); // TWICE: misuse-is-named-with-its-line.c:[[@LINE]]
  return 0;
}
