// A trace that was found under options of the search, here a policy and spurious wakeups: GDB runs
// it under the same, shows who waits in which order, and which wakeup was spurious. `step` goes
// through the program's own code on both sides of a `back`.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q -k --minimise=off --policy=cond=lifo --spurious-wakeups=1 %t
// RUN: %mcmini-gdb -ex 'mcmini forward 5' -ex step -ex 'mcmini where' -ex 'mcmini forward 3' \
// RUN:   -ex 'mcmini objects' -ex 'mcmini back 3' -ex step -ex 'mcmini forward end' \
// RUN:   -ex 'mcmini printTransitions' %name.assertion-0001.trace %t | FileCheck %s
// CHECK: waiting-threads-are-shown.c.tmp.assertion-0001.trace: 12 transitions
// CHECK: transition: 5 of 12; thread: 0 (thread 1 of GDB)
// CHECK-NEXT: 5: thread 0: unlock lock at
// CHECK: for (int i = 0; i < 2; i++)
// CHECK-NEXT: pthread_join(thread[i], NULL);
// CHECK: transition: 5 of 12; thread: 0 (thread 1 of GDB)
// CHECK: transition: 8 of 12; thread: 0.1 (waiter) (thread 2 of GDB)
// CHECK-NEXT: 8: thread 0.1: wait turn at
// CHECK: {{^}}mutex lock: free
// CHECK-NEXT: condition turn: waited for by thread 0.1
// CHECK-NEXT: queue of turn: thread 0.1
// CHECK: transition: 5 of 12; thread: 0 (thread 1 of GDB)
// CHECK: pthread_join(thread[i], NULL);
// CHECK: transition: 12 of 12; thread: 0.2 (waiter) (thread 3 of GDB); the end of the trace
// CHECK-NEXT: *** assertion failed: assertion `go' failed
// CHECK: 11 0.2      wait turn = spurious
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int waiting, go;

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  waiting++;
  pthread_cond_wait(&turn, &lock);
  assert(go);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  go = waiting == 2;
  pthread_cond_broadcast(&turn);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
