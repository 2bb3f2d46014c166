// Nobody signals. That a thread may wake spuriously does not mean that it will: it is a deadlock,
// and after the wakeup also a failed assertion.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini %t | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini --spurious-wakeups=1 %t | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini -k --spurious-wakeups=1 %t \
// RUN:   | FileCheck %s --check-prefix=DEADLOCK --check-prefix=BOTH
// DEADLOCK: deadlock
// DEADLOCK: waits to wake
// BOTH: assertion `ready' failed
#include "threads.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  if (!ready)
    pthread_cond_wait(&condition, &lock);
  assert(ready);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(waiter);
  return 0;
}
