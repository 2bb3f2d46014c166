// Each misuse of a read-write lock is a finding with its name and its line. A lock for writing by a
// reader is a deadlock; by the writer it is EDEADLK, as is one for reading.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t stranger | FileCheck %s --check-prefix=STRANGER
// RUN: not %mcmini %t.gcc stranger | FileCheck %s --check-prefix=STRANGER
// STRANGER: misuse of a primitive: unlock of a read-write lock that the thread does not hold
// RUN: not %mcmini %t held | FileCheck %s --check-prefix=HELD
// RUN: not %mcmini %t.gcc held | FileCheck %s --check-prefix=HELD
// HELD: misuse of a primitive: destroy of a read-write lock that is held
// RUN: not %mcmini %t after | FileCheck %s --check-prefix=AFTER
// RUN: not %mcmini %t.gcc after | FileCheck %s --check-prefix=AFTER
// AFTER: misuse of a primitive: use of a read-write lock after its destroy
// RUN: not %mcmini %t raw | FileCheck %s --check-prefix=RAW
// RUN: not %mcmini %t.gcc raw | FileCheck %s --check-prefix=RAW
// RAW: misuse of a primitive: use of a read-write lock that was not initialised
// RUN: not %mcmini %t upgrade | FileCheck %s --check-prefix=UPGRADE
// RUN: not %mcmini %t.gcc upgrade | FileCheck %s --check-prefix=UPGRADE
// UPGRADE: mcmini: deadlock: 2 threads wait
// UPGRADE: {{^}}  thread 0.1 (worker) waits to wrlock lock
// UPGRADE-NEXT: misuse-is-named-with-its-line.c:[[@LINE+26]]
// RUN: %mcmini %t again | FileCheck %s --check-prefix=AGAIN
// RUN: %mcmini %t.gcc again | FileCheck %s --check-prefix=AGAIN
// AGAIN: ok: nothing found
// RUN: %mcmini %t leave | FileCheck %s --check-prefix=LEAVE
// RUN: %mcmini %t.gcc leave | FileCheck %s --check-prefix=LEAVE
// LEAVE: a thread exits while it holds a lock
#include "threads.h"
#include <assert.h>
#include <errno.h>
#include <string.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const char *what;

static int is(const char *name) {
  return !strcmp(what, name);
}

static void *worker(void *argument) {
  if (is("stranger"))
    pthread_rwlock_unlock(&lock); // STRANGER: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("held"))
    pthread_rwlock_destroy(&lock); // HELD: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("upgrade")) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
  }
  if (is("again")) {
    assert(pthread_rwlock_wrlock(&lock) == 0);
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    assert(pthread_rwlock_unlock(&lock) == 0);
  }
  if (is("leave"))
    pthread_rwlock_rdlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  what = argv[argc - 1];
  if (is("raw"))
    memset(&lock, 0x11, sizeof lock);
  if (is("after"))
    pthread_rwlock_destroy(&lock);
  if (is("after"))
    pthread_rwlock_rdlock(&lock); // AFTER: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("raw"))
    pthread_rwlock_wrlock(&lock); // RAW: misuse-is-named-with-its-line.c:[[@LINE]]
  if (is("held") || is("stranger"))
    pthread_rwlock_rdlock(&lock);
  in_threads(worker);
  return 0;
}
