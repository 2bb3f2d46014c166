// A loop that takes a lock, looks, gives it back and begins anew waits until another thread has held
// the lock and may have changed something: all schedules are explored.
//
// One such thread: the other one's lock comes before its first or second one, or it gives up and the
// trace is dropped. Two: with a and b turns before the lock of `main`, (a+b)!/(a!b!) orders each;
// after that, one turn of each that has made less than 2, in any order: 5 * 2 complete traces, and
// (1 + 3) * 2 + 6 dropped ones. Three: 16 * 3!, and 19 * 3 * 2! + 36 * 3 + 90.
//
// RUN: %mcmini-cc -g %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-cc -g -O2 %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-cc -g -DSLEEPS %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-cc -g -DPOLLERS=2 %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,TWO %s
// RUN: %mcmini --algorithm=source %t | FileCheck --check-prefixes=CHECK,TWO %s
// RUN: %mcmini --algorithm=dpor %t | FileCheck --check-prefixes=CHECK,TWO %s
// RUN: %mcmini-cc -g -DPOLLERS=3 %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,THREE %s
// CHECK: ok: nothing found
// ONE: {{^}}3 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 1 dropped
// TWO: {{^}}24 traces: 10 completed, 0 deadlocked, 0 failed, 0 bounded, 14 dropped
// THREE: {{^}}408 traces: 96 completed, 0 deadlocked, 0 failed, 0 bounded, 312 dropped
// CHECK-NEXT: Every schedule of the program was explored.
//
// Nobody changes it: a livelock. Of two threads one may give up before the other one's first turn, of
// which nobody knows that it changes nothing: such traces are dropped, 2 of 6. Its owner waits for something else: a deadlock.
// RUN: %mcmini-cc -g -DNEVER %s -o %t && not %mcmini %t | FileCheck --check-prefix=NEVER %s
// NEVER: livelock: 1 thread waits in loops that nobody can end, and 1 for something else
// NEVER: thread 0.1 (wait) waits in a loop: lock 'lock', until another thread has changed something below it: free
// RUN: %mcmini-cc -g -DNEVER -DPOLLERS=2 %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=BOTH %s
// BOTH: livelock: 2 threads wait in loops that nobody can end, and 1 for something else
// BOTH: {{^}}6 traces: 0 completed, 0 deadlocked, 4 failed, 0 bounded, 2 dropped
// RUN: %mcmini-cc -g -DKEEPS %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=KEEPS %s
// KEEPS: deadlock
// KEEPS: thread 0.1 (wait) waits to lock 'lock': held by thread 0 since
// KEEPS: {{^}}3 traces: 0 completed, 3 deadlocked, 0 failed
//
// What is on a thread's stack others may look at, too.
// RUN: %mcmini-cc -g -DON_STACK %s -o %t && %mcmini %t | FileCheck --check-prefix=STACK %s
// STACK: ok: nothing found
// STACK: Every schedule of the program was explored.
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

#ifndef POLLERS
#define POLLERS 1
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *wait(void *flag) {
  bool *done = flag;
  for (;;) {
    pthread_mutex_lock(&lock);
    const bool stop = *done;
    pthread_mutex_unlock(&lock);
    if (stop)
      return NULL;
#ifdef SLEEPS
    usleep(10);
#endif
  }
}

static void set(bool *flag, bool value) {
  pthread_mutex_lock(&lock);
  *flag = value;
#ifndef KEEPS
  pthread_mutex_unlock(&lock);
#endif
}

int main(void) {
#ifdef ON_STACK
  bool done = false;
#else
  static bool done;
#endif
  pthread_t thread[POLLERS];
  for (int i = 0; i < POLLERS; i++)
    pthread_create(&thread[i], NULL, wait, &done);
#ifdef ON_STACK
  set(&done, false);
#endif
#ifndef NEVER
  set(&done, true);
#endif
  for (int i = 0; i < POLLERS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
