// Recursive and error-checking mutexes, by attribute and by initialiser, beside a thread that
// contends for them: counts, EDEADLK, EPERM, EBUSY as POSIX has them. The program asserts them.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini %t.gcc | FileCheck %s
// CHECK: ok: nothing found
// `checking` has one section in each thread: 2 orders. So have the other two; if the nested section
// is first, its unlock that gets EPERM is before, within or after the other: 1 + 3 orders. 2*4*4.
// CHECK: {{^}}32 traces: 32 completed, 0 deadlocked, 0 failed
#define _GNU_SOURCE
#include "threads.h"
#include <assert.h>
#include <errno.h>

static pthread_mutex_t recursive, checking, initialised = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void init(pthread_mutex_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

static void twice(pthread_mutex_t *mutex) {
  assert(pthread_mutex_lock(mutex) == 0);
  assert(pthread_mutex_lock(mutex) == 0);
  assert(pthread_mutex_trylock(mutex) == 0);
  for (int i = 0; i < 3; i++)
    assert(pthread_mutex_unlock(mutex) == 0);
  assert(pthread_mutex_unlock(mutex) == EPERM);
}

static void *nested(void *argument) {
  twice(&recursive);
  twice(&initialised);
  assert(pthread_mutex_lock(&checking) == 0);
  assert(pthread_mutex_lock(&checking) == EDEADLK);
  assert(pthread_mutex_trylock(&checking) == EBUSY);
  assert(pthread_mutex_unlock(&checking) == 0);
  return argument;
}

static void *simple(void *argument) {
  pthread_mutex_t *all[] = {&recursive, &initialised, &checking};
  for (int i = 0; i < 3; i++) {
    assert(pthread_mutex_lock(all[i]) == 0);
    assert(pthread_mutex_unlock(all[i]) == 0);
  }
  return argument;
}

int main(void) {
  init(&recursive, PTHREAD_MUTEX_RECURSIVE);
  init(&checking, PTHREAD_MUTEX_ERRORCHECK);
  in_threads(nested, simple);
  assert(pthread_mutex_unlock(&checking) == EPERM);
  return 0;
}
