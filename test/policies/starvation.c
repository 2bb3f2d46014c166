// Two threads lock a mutex again and again, a third once. That it can wait for ever while others are
// served is found by going on with the traces that a limit has cut; not if the mutex serves in the
// order of the enqueues. With last come, first served, two can pass it to and fro.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// DEFINE: %{bounded} = %mcmini --max-depth-per-thread=6
// RUN: %{bounded} %t mutex | FileCheck %s --check-prefix=BOUNDED
// RUN: not %{bounded} --starvation=20 %t mutex | FileCheck %s --check-prefix=MUTEX
// RUN: not %{bounded} --starvation=20 --policy=mutex=lifo %t mutex | FileCheck %s --check-prefix=LIFO
// RUN: %{bounded} --starvation=20 --policy=mutex=fifo %t mutex | FileCheck %s --check-prefix=BOUNDED
// BOUNDED: nothing found
// MUTEX: starvation: thread 0.{{[123]}} waits while the mutex serves others; wakeup policy: arbitrary
// MUTEX: At the end:
// LIFO: starvation: thread 0.{{[123]}} waits while the mutex serves others; wakeup policy: lifo
//
// It changes no count: neither of traces nor of transitions.
// RUN: not %{bounded} -k --starvation=20 %t mutex >with
// RUN: %{bounded} -k %t mutex >without
// RUN: grep -E ' traces: |transitions' with >with.counts
// RUN: grep -E ' traces: |transitions' without >without.counts
// RUN: diff with.counts without.counts
//
// The schedule can be seen again.
// RUN: not %{bounded} --starvation=20 %t mutex
// RUN: not %mcmini replay %name.starvation-0001.trace -- %t mutex | FileCheck %s --check-prefix=MUTEX
//
// A thread that waits for a signal that nobody sends is not starved by those who lock the mutex. Of
// two that are to be signalled in turn, one can wait for ever; with first come, first served it is
// signalled. Then it takes the mutex again without a place in that queue, and the signaller goes first.
// DEFINE: %{fair} = %{bounded} --starvation=30 --policy=mutex=fifo
// RUN: %{fair} %t nobody | FileCheck %s --check-prefix=BOUNDED
// RUN: not %{fair} %t signals | FileCheck %s --check-prefix=SIGNALS
// RUN: not %{fair} --policy=cond=fifo %t signals | FileCheck %s --check-prefix=AGAIN
// SIGNALS: starvation: thread 0.{{[12]}} waits while the condition serves others
// AGAIN: starvation: thread 0.{{[12]}} waits while the mutex serves others
//
// RUN: not %mcmini --starvation=20 %t mutex 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: mcmini: --starvation: only with --max-depth-per-thread
#include "threads.h"
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *again(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

static void *once(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *sleeper(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&condition, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static int sleeping;

static void *sleeps_again(void *argument) {
  pthread_mutex_lock(&lock);
  for (;;) {
    sleeping++;
    pthread_cond_wait(&condition, &lock);
  }
  return argument;
}

/// Wakes one of two.
static void *signals_again(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (sleeping == 2) {
      sleeping--;
      pthread_cond_signal(&condition);
    }
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(int argc, char **argv) {
  (void)argc;
  if (strcmp(argv[1], "mutex") == 0)
    in_threads(again, again, once);
  else if (strcmp(argv[1], "signals") == 0)
    in_threads(sleeps_again, sleeps_again, signals_again);
  else
    in_threads(again, sleeper);
  return 0;
}
