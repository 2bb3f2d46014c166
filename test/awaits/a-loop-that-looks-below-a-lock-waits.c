// A loop that takes a lock, looks, gives it back and begins anew waits until another thread has held
// the lock and may have changed something: all schedules are explored.
//
// One such thread: the other one's lock comes before its first, second or third one, before which it
// waits. Two: with a and b turns before the lock of `main`, in any order, C(a+b, a) each, and then
// one turn of each in 2 orders: 2 * 19 for a, b <= 2. A third turn comes after the other's first one
// (nobody knows that it has changed nothing), and that after two: 3 orders of each of the two, 2 * 6.
//
// RUN: %mcmini-cc -g %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-cc -g -O2 %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-cc -g -DSLEEPS %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-cc -g -DPOLLERS=2 %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,TWO %s
// RUN: %mcmini --algorithm=source %t | FileCheck --check-prefixes=CHECK,TWO %s
// RUN: %mcmini --algorithm=dpor %t | FileCheck --check-prefixes=CHECK,TWO %s
// CHECK: ok: nothing found
// ONE: {{^}}3 traces: 3 completed
// TWO: {{^}}50 traces: 50 completed
// CHECK-NEXT: Every schedule of the program was explored.
//
// Nobody changes it: a livelock. Its owner waits for something else: a deadlock.
// RUN: %mcmini-cc -g -DNEVER %s -o %t && not %mcmini %t | FileCheck --check-prefix=NEVER %s
// NEVER: livelock: 1 thread waits in loops that nobody can end, and 1 for something else
// NEVER: thread 0.1 (wait) waits in a loop: lock lock, until another thread has changed something below it: free
// RUN: %mcmini-cc -g -DKEEPS %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=KEEPS %s
// KEEPS: deadlock
// KEEPS: thread 0.1 (wait) waits to lock lock: held by thread 0 since
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
