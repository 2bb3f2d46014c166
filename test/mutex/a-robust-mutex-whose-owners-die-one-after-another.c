// Three threads lock a robust mutex one after another, and end with it: the second and the third get EOWNERDEAD.
// Only an unlock without pthread_mutex_consistent makes it unrecoverable.
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini --isolation=fork --threads=kernel %t | FileCheck %s
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *lock_and_end(void *expected) {
  assert(pthread_mutex_lock(&mutex) == *(int *)expected);
  return NULL;
}

int main(void) {
  int expected[] = {0, EOWNERDEAD, EOWNERDEAD};
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, lock_and_end, &expected[i]);
    pthread_join(thread, NULL);
  }
}
