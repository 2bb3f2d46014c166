// Each misuse of a condition variable is a finding with its name and its line. Destroying it after a
// broadcast, before the woken threads are out, is allowed.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t free | FileCheck %s --check-prefix=FREE
// RUN: not %mcmini %t.gcc free | FileCheck %s --check-prefix=FREE
// FREE: misuse of a primitive: wait on a condition variable with a mutex that the thread does not hold
// RUN: not %mcmini %t two | FileCheck %s --check-prefix=TWO
// RUN: not %mcmini %t.gcc two | FileCheck %s --check-prefix=TWO
// TWO: misuse of a primitive: wait on a condition variable with two mutexes at once
// RUN: not %mcmini %t destroy | FileCheck %s --check-prefix=DESTROY
// RUN: not %mcmini %t.gcc destroy | FileCheck %s --check-prefix=DESTROY
// DESTROY: misuse of a primitive: destroy of a condition variable on which threads wait
// RUN: not %mcmini %t after | FileCheck %s --check-prefix=AFTER
// RUN: not %mcmini %t.gcc after | FileCheck %s --check-prefix=AFTER
// AFTER: misuse of a primitive: use of a condition variable after its destroy
// RUN: not %mcmini %t raw | FileCheck %s --check-prefix=RAW
// RUN: not %mcmini %t.gcc raw | FileCheck %s --check-prefix=RAW
// RAW: misuse of a primitive: use of a condition variable that was not initialised
// RUN: %mcmini %t broadcast | FileCheck %s --check-prefix=BROADCAST
// RUN: %mcmini %t.gcc broadcast | FileCheck %s --check-prefix=BROADCAST
// BROADCAST: ok: nothing found
#include "threads.h"
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const char *what;
static int done;

static int is(const char *name) {
  return !strcmp(what, name);
}

static void *waiter(void *argument) {
  if (is("free"))
    pthread_cond_wait(&changed, &lock); // FREE: misuse-is-named-with-its-line.c:[[@LINE]]
  pthread_mutex_lock(&lock);
  if (!is("after") && !done)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *second(void *argument) {
  pthread_mutex_lock(is("two") ? &other : &lock);
  if (is("two"))
    pthread_cond_wait(&changed, &other); // TWO: misuse-is-named-with-its-line.c:[[@LINE]]
  done = 1;
  if (is("broadcast"))
    pthread_cond_broadcast(&changed);
  if (is("destroy") || is("broadcast"))
    pthread_cond_destroy(&changed); // DESTROY: misuse-is-named-with-its-line.c:[[@LINE]]
  pthread_mutex_unlock(is("two") ? &other : &lock);
  return argument;
}

int main(int argc, char **argv) {
  what = argv[argc - 1];
  if (is("raw"))
    memset(&changed, 0x11, sizeof changed);
  if (is("raw"))
    pthread_cond_signal(&changed); // RAW: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("after"))
    pthread_cond_destroy(&changed);
  if (is("after"))
    pthread_cond_signal(&changed); // AFTER: misuse-is-named-with-its-line.c:[[@LINE]]
  in_threads(waiter, second);
  return 0;
}
