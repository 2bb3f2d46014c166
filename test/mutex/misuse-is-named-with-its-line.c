// Each misuse of a mutex is a finding with its name and the line that does it, through the plugin
// and (with the line from debug information) preloaded.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t other | FileCheck %s --check-prefix=OTHER
// RUN: not %mcmini %t.gcc other | FileCheck %s --check-prefix=OTHER
// OTHER: mcmini: misuse of a primitive: unlock of a mutex held by another thread
// RUN: not %mcmini %t free | FileCheck %s --check-prefix=FREE
// RUN: not %mcmini %t.gcc free | FileCheck %s --check-prefix=FREE
// FREE: mcmini: misuse of a primitive: unlock of a mutex that is not locked
// RUN: not %mcmini %t twice | FileCheck %s --check-prefix=TWICE
// RUN: not %mcmini %t.gcc twice | FileCheck %s --check-prefix=TWICE
// TWICE: mcmini: misuse of a primitive: self-deadlock: lock of a mutex by the thread that holds it
// RUN: not %mcmini %t destroy | FileCheck %s --check-prefix=DESTROY
// RUN: not %mcmini %t.gcc destroy | FileCheck %s --check-prefix=DESTROY
// DESTROY: mcmini: misuse of a primitive: destroy of a mutex that is locked
// RUN: not %mcmini %t after | FileCheck %s --check-prefix=AFTER
// RUN: not %mcmini %t.gcc after | FileCheck %s --check-prefix=AFTER
// AFTER: mcmini: misuse of a primitive: use of a mutex after its destroy
// RUN: not %mcmini %t raw | FileCheck %s --check-prefix=RAW
// RUN: not %mcmini %t.gcc raw | FileCheck %s --check-prefix=RAW
// RAW: mcmini: misuse of a primitive: use of a mutex that was not initialised
// RUN: %mcmini %t exit | FileCheck %s --check-prefix=EXIT
// RUN: %mcmini %t.gcc exit | FileCheck %s --check-prefix=EXIT
// EXIT: mcmini: ok: nothing found
// EXIT: a thread exits while it holds a lock
// RUN: %mcmini %t zero | FileCheck %s --check-prefix=ZERO
// ZERO: mcmini: ok: nothing found
#include "threads.h"
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *what;

static int is(const char *name) {
  return !strcmp(what, name);
}

static void *wrong(void *argument) {
  if (is("twice") || is("exit"))
    pthread_mutex_lock(&lock);
  if (is("twice"))
    pthread_mutex_lock(&lock); // TWICE: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("other"))
    pthread_mutex_unlock(&lock); // OTHER: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("free"))
    pthread_mutex_unlock(&lock); // FREE: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("destroy"))
    pthread_mutex_destroy(&lock); // DESTROY: misuse-is-named-with-its-line.c:[[@LINE]]
  return argument;
}

int main(int argc, char **argv) {
  what = argv[argc - 1];
  if (is("raw") || is("zero"))
    memset(&lock, is("raw") ? 0x11 : 0, sizeof lock);
  if (is("after"))
    pthread_mutex_destroy(&lock);
  if (is("after"))
    pthread_mutex_lock(&lock); // AFTER: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("raw"))
    pthread_mutex_lock(&lock); // RAW: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("other") || is("destroy") || is("zero"))
    pthread_mutex_lock(&lock);
  in_threads(wrong);
  return 0;
}
