// A compare-exchange that fails leaves what a load in its place would have read, and that is what the next
// turn begins with: so it waits until it succeeds. Complete are the orders in which threads add, N!. In a
// trace in which m threads add, in one of N!/(N-m)! orders, each other thread has loaded before one of these
// m: m^(N-m) ways, all dropped. With an assumption that the attempt succeeds, to fail is a step.
// RUN: %mcmini-cc -g -O0 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O1 -DENDS %s -o %t && %mcmini %t | FileCheck %s
// CHECK: {{^}}21 traces: 6 completed, 0 deadlocked, 0 failed, 0 bounded, 15 dropped
//
// RUN: %mcmini-cc -g -O1 -DASSUMES %s -o %t && %mcmini %t | FileCheck %s --check-prefix=ASSUMES
// ASSUMES: {{^}}27 traces: 6 completed, 0 deadlocked, 0 failed, 0 bounded, 21 dropped
//
// RUN: %mcmini-cc -g -O1 -DTHREADS=4 %s -o %t && %mcmini %t | FileCheck %s --check-prefix=FOUR
// FOUR: {{^}}148 traces: 24 completed, 0 deadlocked, 0 failed, 0 bounded, 124 dropped
//
// Where something is done between the load and the first attempt, or a failure acquires less than the
// load, or a turn goes on after a success, or writes, if only what was there, or what was loaded is told,
// the turns are run.
// RUN: %mcmini-cc -g -O1 -DTHREADS=2 -DBETWEEN %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TURNS
// RUN: %mcmini-cc -g -O1 -DTHREADS=2 -DFAILURE=memory_order_relaxed %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TURNS
// RUN: %mcmini-cc -g -O1 -DTHREADS=2 -DTWICE %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TURNS
// RUN: %mcmini-cc -g -O1 -DTHREADS=2 -DTELLS %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TURNS
// RUN: %mcmini-cc -g -O1 -DTHREADS=2 -DKEEPS %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TURNS
// TURNS: ok: nothing found
// TURNS: {{^}}[[N:[0-9]+]] traces: [[N]] completed
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef FAILURE
#define FAILURE memory_order_acquire
#endif
static atomic_int sum, other;

static void *add(void *argument) {
#ifdef TWICE
  int left = 2;
#endif
  int old = atomic_load_explicit(&sum, memory_order_acquire);
#ifdef TELLS
  const int first = old;
#endif
#ifdef BETWEEN
  atomic_store(&other, 1);
#endif
#ifdef ENDS
  do {
    if (old > THREADS)
      return argument;
  } while (!atomic_compare_exchange_weak_explicit(&sum, &old, old + 1, memory_order_acq_rel, FAILURE));
#elif defined ASSUMES
  mc_assume(atomic_compare_exchange_strong(&sum, &old, old + 1));
#elif defined KEEPS
  while (!atomic_compare_exchange_strong(&sum, &old, old + 1))
    atomic_exchange(&other, 0);
#elif defined TWICE
  while (!atomic_compare_exchange_strong(&sum, &old, old + 1) || --left)
    ;
#else
  while (!atomic_compare_exchange_strong_explicit(&sum, &old, old + 1, memory_order_acq_rel, FAILURE)) {
  }
#endif
#ifdef TELLS
  return (void *)(intptr_t)first;
#endif
  return argument;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  assert(sum >= THREADS);
  return 0;
}
