// --explain: a wait gives the mutex back and joins who waits; a signal that comes first is lost.
//
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -q --explain %t | FileCheck %s --check-prefix=LOST
// RUN: not %mcmini -q --explain %t woken | FileCheck %s --check-prefix=WOKEN
// LOST: What each step does:
// LOST: thread 0.2 signals ready: nobody waits, so the signal is lost{{$}}
// LOST: thread 0.1 releases m and joins those who wait for ready; ready: nobody waits -> waited for by
// LOST-NEXT: {{^}}      0.1; m: held by 0.1 -> free
// LOST: deadlock: threads wait, and nobody is left
// LOST: condition variable: where threads wait until another signals
// WOKEN: thread 0.1 releases m and joins those who wait for ready; ready: nobody waits -> waited
// WOKEN: thread 0.2 wakes thread 0.1 by a signal to ready: waited for by 0.1 -> nobody waits
// WOKEN: thread 0.1 was woken by ready and locks m again; m: free -> held by 0.1
#include "threads.h"
#include <assert.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int fails;

static void *await(void *argument) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&ready, &m);
  assert(!fails);
  pthread_mutex_unlock(&m);
  return argument;
}

static void *tell(void *argument) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&m);
  return argument;
}

int main(int count, char **argument) {
  (void)argument;
  fails = count > 1;
  in_threads(await, tell);
  return 0;
}
