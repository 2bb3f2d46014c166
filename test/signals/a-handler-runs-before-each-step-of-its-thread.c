// A signal that is sent to a running thread: its handler runs before the first store, between the two, after
// both, or not at all, as the thread has ended: 4 traces. In the second it sees 1, the only order that fails.
// The reduced searches would have left out all but one if the send were independent of the thread's steps.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: not %mcmini -k --algorithm=optimal %t | FileCheck %s
// RUN: not %mcmini -k --algorithm=source %t | FileCheck %s
// RUN: not %mcmini -k --algorithm=dpor %t | FileCheck %s
// RUN: not %mcmini -k --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: assertion failed: assertion `!seen' failed
// CHECK: store x: 0 -> 1
// CHECK: handle signals of 0.1
// CHECK: {{^}}4 traces: 3 completed, 0 deadlocked, 1 failed
// RUN: not %mcmini -k --algorithm=dfs %t | FileCheck %s --check-prefix=DFS
// DFS: assertion failed: assertion `!seen' failed
//
// A trace file has it again.
// RUN: not %mcmini -q %t && not %mcmini -q replay %name.assertion-0001.trace -- %t | FileCheck %s --check-prefix=AGAIN
// AGAIN: assertion failed: assertion `!seen' failed
//
// The right twin blocks the signal where the handler would see 1: before the stores, after them, or never.
// RUN: %mcmini-cc -g -DRIGHT %s -o %t.right && %mcmini --require-complete %t.right | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}{{[0-9]+}} traces: {{[0-9]+}} completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int x, seen;

static void handle(int signal) {
  (void)signal;
  if (atomic_load(&x) == 1)
    atomic_store(&seen, 1);
}

static void *work(void *unused) {
#ifdef RIGHT
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
  atomic_store(&x, 1);
  atomic_store(&x, 2);
#ifdef RIGHT
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  assert(!seen);
}
