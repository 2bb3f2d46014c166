// A thread waits in a loop for what a thread-local variable says: the place, or the value. Its handler sets that to
// what is there already, so that the thread goes on, whether the handler runs before the loop looks at the variable or
// while it waits: 2, and no livelock in either.
// RUN: %mcmini-cc -g %s -o %t && %mcmini --require-complete %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && %mcmini --require-complete %t | FileCheck %s
// RUN: %mcmini-cc -g -DVALUE %s -o %t && %mcmini --require-complete %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 -DVALUE %s -o %t && %mcmini --require-complete %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed
//
// Where it leaves the variable as it was the thread waits for ever.
// RUN: %mcmini-cc -g -DWRONG %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=WRONG
// WRONG: livelock: 1 thread waits
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static _Thread_local int mine;
static atomic_int flag[2] = {0, 1}, turn = 1;

static void handle(int signal) {
  (void)signal;
#ifndef WRONG
  mine = 1;
#endif
}

static void *work(void *unused) {
#ifdef VALUE
  while (atomic_load(&turn) != mine) {
  }
#else
  while (!atomic_load(&flag[mine])) {
  }
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}
