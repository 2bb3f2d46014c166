// Nobody signals. That a thread may wake spuriously does not mean that it will: it is a deadlock,
// and after the wakeup also a failed assertion. So it is beside a thread that has nothing to do with it:
// hidden where the deadlock is seen only in states in which no other thread can run.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini %t | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini --spurious-wakeups=1 %t | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini -k --spurious-wakeups=1 %t \
// RUN:   | FileCheck %s --check-prefix=DEADLOCK --check-prefix=BOTH
// RUN: not %mcmini -k --spurious-wakeups=1 %t beside \
// RUN:   | FileCheck %s --check-prefix=DEADLOCK --check-prefix=BOTH --check-prefix=TWO
// RUN: not %mcmini -k --algorithm=source --spurious-wakeups=1 %t beside \
// RUN:   | FileCheck %s --check-prefix=DEADLOCK --check-prefix=BOTH --check-prefix=TWO
// RUN: not %mcmini -k --algorithm=dpor --spurious-wakeups=1 %t beside \
// RUN:   | FileCheck %s --check-prefix=DEADLOCK --check-prefix=BOTH --check-prefix=TWO
// RUN: not %mcmini -k --algorithm=dfs --spurious-wakeups=1 %t beside \
// RUN:   | FileCheck %s --check-prefix=DEADLOCK --check-prefix=BOTH
// DEADLOCK: deadlock
// DEADLOCK: waits to be woken
// BOTH: assertion `ready' failed
// TWO: {{^}}2 traces: 0 completed, 1 deadlocked, 1 failed
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

static void *bystander(void *argument) {
  static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    in_threads(waiter, bystander);
  else
    in_threads(waiter);
  return 0;
}
