// A loop before the attempt to take a lock is left out only if it reads the lock: another variable is
// another condition. One behind it, too: a thread that has come late waits for the gate, and at WHEN 1
// nobody opens that.
// RUN: %mcmini-cc -O0 %s -o %t && %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -O2 %s -o %t && %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -DWHEN=1 %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=LATE %s
// CHECK: {{^}}1 traces: 1 completed
// LATE: livelock
// LATE: waits in a loop: load gate, until it is 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int gate = 1, lock;
static int data;

static void *enter(void *argument) {
#ifndef WHEN
  for (;;) {
    while (atomic_load(&gate)) {
    }
    if (!atomic_exchange(&lock, 1))
      break;
  }
  assert(data == 1); // no race, either
#else
  for (;;) {
    if (!atomic_exchange(&lock, 1))
      break;
    while (atomic_load(&gate)) {
    }
  }
#endif
  return argument;
}

int main(void) {
  pthread_t thread;
#ifdef WHEN
  atomic_store(&lock, 1);
#endif
  pthread_create(&thread, NULL, enter, NULL);
  data = 1;
#ifndef WHEN
  atomic_store(&gate, 0);
#else
  atomic_store(&lock, 0);
#endif
  pthread_join(thread, NULL);
  return 0;
}
