// A handler lets another thread see what is in the middle of two accesses of its own thread, although it does not use
// the memory itself, and the other one's access is ordered with both. The handler runs before the first store, between
// the two, after both, or not at all, which is a deadlock: 4. The second is the only one in which the other reads 1.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc --from-tsan -g -O0 %s -o %t.gcc && not %mcmini -k %t.gcc | FileCheck %s
// CHECK: assertion failed: assertion `value != 1' failed
// CHECK-NOT: data race
// CHECK: {{^}}4 traces: 2 completed, 1 deadlocked, 1 failed
//
// Where it does not wait for the other one, that is a data race with what comes behind it.
// RUN: %mcmini-cc -g -DGOES_ON %s -o %t.on && not %mcmini -k %t.on | FileCheck %s --check-prefix=RACE
// RACE: data race
// RACE: assertion failed: assertion `value != 1' failed
//
// The right twin changes it under a lock that the other one takes: whatever the handler interrupts, the memory is no
// step.
// RUN: %mcmini-cc -g -DRIGHT %s -o %t.right && %mcmini --require-complete %t.right | FileCheck %s --check-prefix=RIGHT
// RIGHT: ok: nothing found
// RIGHT-NOT: variable
// RIGHT: Every schedule of the program was explored.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static volatile int value;
static sem_t ready, handled, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handle(int signal) {
  (void)signal;
  sem_post(&handled);
#if !defined GOES_ON && !defined RIGHT
  sem_wait(&seen);
#endif
}

static void set_lock(int how) {
#ifdef RIGHT
  if (how)
    pthread_mutex_lock(&lock);
  else
    pthread_mutex_unlock(&lock);
#endif
  (void)how;
}

static void *work(void *unused) {
  sem_post(&ready);
  set_lock(1);
  value = 1;
  value = 2;
  set_lock(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  sem_init(&handled, 0, 0);
  sem_init(&seen, 0, 0);
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&ready);
  pthread_kill(thread, SIGUSR1);
#ifndef RIGHT
  sem_wait(&handled);
#endif
  set_lock(1);
  assert(value != 1);
  set_lock(0);
  sem_post(&seen);
  pthread_join(thread, NULL);
}
