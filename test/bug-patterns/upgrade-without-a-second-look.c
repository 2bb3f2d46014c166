// A cache is read below a read lock, and filled below a write lock that is taken after it: two threads fill
// it. RIGHT: looks again below the write lock.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void *get(void *argument) {
  pthread_rwlock_rdlock(&lock);
  const int found = entries;
  pthread_rwlock_unlock(&lock);
  if (found)
    return argument;
  pthread_rwlock_wrlock(&lock);
#ifdef RIGHT
  if (!entries)
#endif
    entries++;
  assert(entries == 1);
  pthread_rwlock_unlock(&lock);
  return argument;
}

int main(void) {
  many_threads(3, get);
  return 0;
}
