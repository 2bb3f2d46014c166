// A loop that goes on with what was read in the turn before waits, and so does the same read in front of
// it, unless somebody is told how that one ended: then both ends of it are explored.
// RUN: %mcmini-cc -g -O0 %s -o %t && %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O0 -DKEPT %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=KEPT %s
// RUN: %mcmini-cc -g -O2 -DKEPT %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=KEPT %s
// RUN: %mcmini-cc -g -O0 -DTURNED %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=KEPT %s
// RUN: %mcmini-cc -g -O2 -DTURNED %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=KEPT %s
//
// The read is enabled behind the store only: one trace. Where the first read is kept it comes before the
// store, or after it: two, and in the first the assertion fails.
// CHECK: {{^}}1 traces: 1 completed
// KEPT: assertion failed: assertion `ready' failed
// KEPT: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int go;

static void *wait_for_it(void *argument) {
  int value = atomic_load(&go);
  bool ready = true;
#ifdef KEPT
  ready = value == 1;
#endif
  while (value != 1) {
#ifdef TURNED
    ready = false;
#endif
    value = atomic_load(&go);
  }
  assert(ready);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_it, NULL);
  atomic_store(&go, 1);
  pthread_join(thread, NULL);
  return 0;
}
