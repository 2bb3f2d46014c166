// A pool is made at its first use; the flag is set before the pool is whole, and a second thread uses it
// half made. RIGHT: the flag last.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_made, size;

static int pool_size(void) {
  if (!atomic_load(&is_made)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load(&is_made)) {
#ifdef RIGHT
      atomic_store(&size, 8);
      atomic_store(&is_made, 1);
#else
      atomic_store(&is_made, 1);
      atomic_store(&size, 8);
#endif
    }
    pthread_mutex_unlock(&lock);
  }
  return atomic_load(&size);
}

static void *use(void *argument) {
  assert(pool_size() == 8);
  return argument;
}

int main(void) {
  many_threads(2, use);
  return 0;
}
