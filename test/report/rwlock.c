// --explain: readers that share a lock, a writer that does not get it.
//
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -q --explain %t | FileCheck %s
// CHECK: What each step does:
// CHECK: locks table for writing: free -> write-held by 0.1
// CHECK: unlocks table as the writer: write-held by 0.1 -> free
// CHECK: thread 0.1 locks table for reading: free -> read-held by 0.1
// CHECK: thread 0.2 tries to lock table for writing, without success: read-held by 0.1
// CHECK: read-write lock: a lock that many readers can hold at once, or one writer alone
#include "threads.h"
#include <assert.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *argument) {
  pthread_rwlock_wrlock(&table);
  pthread_rwlock_unlock(&table);
  pthread_rwlock_rdlock(&table);
  pthread_rwlock_unlock(&table);
  return argument;
}

static void *writer(void *argument) {
  int error = pthread_rwlock_trywrlock(&table);
  static int failures;
  failures += error != 0;
  if (error)
    error = pthread_rwlock_tryrdlock(&table);
  assert(!failures || error); /* it fails while a reader has the lock */
  return argument;
}

int main(void) {
  in_threads(reader, writer);
  return 0;
}
