// Two threads wait, one is signalled, a third begins to wait, and another signal is sent: glibc's
// condition variable wakes the second of the first two. The third could be woken by an arbitrary
// choice, and comes first with lifo; never with fifo.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini %t | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --policy=cond=lifo %t | FileCheck %s --check-prefix=FOUND
// RUN: %mcmini --policy=cond=glibc %t | FileCheck %s --check-prefix=CLEAN
// RUN: %mcmini --policy=cond=fifo %t | FileCheck %s --check-prefix=CLEAN
// FOUND: assertion `!overtaken' failed
// CLEAN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER, served = PTHREAD_COND_INITIALIZER;
static int waiting, returned, order[4], done;

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  if (!done) {
    const int number = ++waiting;
    pthread_cond_wait(&turn, &lock);
    order[++returned] = number;
    pthread_cond_signal(&served);
  }
  pthread_mutex_unlock(&lock);
  return argument;
}

/// Wakes one, and waits until that one is back; returns how many waited.
static int serve(void) {
  pthread_mutex_lock(&lock);
  const int waited = waiting, before = returned;
  if (waiting > returned) {
    pthread_cond_signal(&turn);
    while (returned == before)
      pthread_cond_wait(&served, &lock);
  }
  pthread_mutex_unlock(&lock);
  return waited;
}

static void *signaller(void *argument) {
  const int at_first = serve(), at_second = serve();
  pthread_mutex_lock(&lock);
  done = 1;
  const int overtaken = at_first == 2 && at_second == 3 && (order[1] == 3 || order[2] == 3);
  pthread_cond_broadcast(&turn);
  pthread_mutex_unlock(&lock);
  assert(!overtaken);
  return argument;
}

int main(void) {
  in_threads(waiter, waiter, waiter, signaller);
  return 0;
}
