// A mutex, condition variable or read-write lock that a constructor of a library has initialised is
// as its attributes say: recursive, error-checking, robust, with priorities, shared, held by the
// first thread; the condition variable has its clock. What nobody has initialised is still a misuse.
// RUN: %gcc -g -shared -fPIC %S/Inputs/made_by_constructor.c -o %t.so
// RUN: %mcmini-cc -g %s -o %t.instrumented %t.so && %gcc -g -pthread %s -o %t.plain %t.so
// RUN: %mcmini %t.instrumented | FileCheck %s
// RUN: %mcmini %t.plain | FileCheck %s
// CHECK: mcmini: ok
// Thread 1 waits for `held` until main gives it; nothing else is used by two threads at a time.
// CHECK: 1 traces: 1 completed
// RUN: not %mcmini %t.instrumented raw | FileCheck %s --check-prefix=RAW
// RUN: not %mcmini %t.plain raw | FileCheck %s --check-prefix=RAW
// RAW: misuse of a primitive: use of a mutex that was not initialised
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

extern pthread_mutex_t recursive, checking, robust, inherits, shared, held;
extern pthread_cond_t monotonic;
extern pthread_rwlock_t for_writers;
static int passed;

static void *dies(void *argument) {
  assert(pthread_mutex_lock(&robust) == 0);
  return argument;
}

static void *waits(void *argument) {
  pthread_mutex_lock(&held);
  passed = 1;
  pthread_mutex_unlock(&held);
  return argument;
}

static void use_raw(void) {
  pthread_mutex_t raw;
  memset(&raw, 0x5a, sizeof raw);
  pthread_mutex_lock(&raw);
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  if (argc == 2)
    use_raw();
  assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_lock(&checking) == 0 && pthread_mutex_lock(&checking) == EDEADLK);
  assert(pthread_mutex_lock(&inherits) == 0 && pthread_mutex_unlock(&inherits) == 0);

  pthread_create(&thread, NULL, dies, NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_lock(&robust) == EOWNERDEAD);

  pthread_create(&thread, NULL, waits, NULL);
  assert(!passed && pthread_mutex_trylock(&held) == EBUSY);
  pthread_mutex_unlock(&held);
  pthread_join(thread, NULL);
  assert(passed);

  assert(pthread_rwlock_wrlock(&for_writers) == 0 && pthread_rwlock_unlock(&for_writers) == 0);
  struct timespec deadline, now;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 5;
  pthread_mutex_lock(&shared);
  assert(pthread_cond_timedwait(&monotonic, &shared, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec >= deadline.tv_sec && now.tv_sec < deadline.tv_sec + 60);
  return 0;
}
