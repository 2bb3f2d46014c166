// A timed wait times out while the signaller is in its critical section: the waiter has left the queue,
// so that the signal is for nobody, and gets the lock only when the predicate is true. Natively too, with
// a sleep in the section (compiled by gcc and run without mcmini).
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
//
// ETIMEDOUT, and ready: hidden where a timeout and taking the lock are one step.
// RUN: not %mcmini %t timedwait | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini %t clockwait | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini %t.gcc timedwait | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --algorithm=source %t timedwait | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --algorithm=dpor %t timedwait | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --algorithm=dfs %t timedwait | FileCheck %s --check-prefix=FOUND
// FOUND: assertion `!(result == ETIMEDOUT && ready)' failed
// FOUND: timedwake changed, 'lo
// FOUND: signal changed -> nobody
// FOUND: lock 'lock'
// RUN: not --crash %t.gcc native 2>&1 | FileCheck %s --check-prefix=NATIVE
// NATIVE: Assertion `!(result == ETIMEDOUT && ready)' failed
//
// A deadline in the past: the same.
// RUN: not %mcmini %t past | FileCheck %s --check-prefix=FOUND
//
// Leaving a thread after its timeout is no preemption.
// RUN: not %mcmini --preemptions=0 %t timedwait | FileCheck %s --check-prefix=FOUND
//
// The twin asks for the predicate, and gives up after two waits. Six classes: the section of the
// signaller before the first wait; in it; after its timeout, before the lock is taken again; in the
// second wait; after its timeout, before the lock is taken again; after that.
// RUN: %mcmini %t right | FileCheck %s --check-prefix=RIGHT
// RUN: %mcmini --algorithm=source %t right | FileCheck %s --check-prefix=RIGHT
// RUN: %mcmini %t.gcc right | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
// RIGHT: Every schedule of the program
#define _GNU_SOURCE
#include "threads.h"
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static const char *how;

static int is(const char *name) {
  return strcmp(how, name) == 0;
}

static int wait_for_change(void) {
  struct timespec deadline = {0};
  const clockid_t clock = is("clockwait") ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  clock_gettime(clock, &deadline);
  deadline.tv_sec += is("past") ? -1 : 1;
  return is("clockwait") ? pthread_cond_clockwait(&changed, &lock, clock, &deadline)
                         : pthread_cond_timedwait(&changed, &lock, &deadline);
}

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  int result = 0;
  for (int i = 0; i < 2 && !ready && !(i && !is("right")); i++)
    result = wait_for_change();
  if (is("right"))
    assert(ready || result == ETIMEDOUT);
  else
    assert(!(result == ETIMEDOUT && ready));
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *signaller(void *argument) {
  if (is("native"))
    usleep(500000);
  pthread_mutex_lock(&lock);
  if (is("native"))
    sleep(1);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  how = argv[argc - 1];
  in_threads(waiter, signaller);
  return 0;
}
