// A ring for one producer and one consumer, each of which remembers what it has last seen of the
// other's index, as in queues that are in use. To store what is there changes nothing: such loops wait.
// There are three waits, for two items and a free place; each of them makes 0 or 1 turns in
// vain, or gives up: 2 * 2 * 2 traces, and 1 + 2 + 4 dropped ones.
// RUN: %mcmini-cc -g -O0 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && %mcmini %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}15 traces: 8 completed, 0 deadlocked, 0 failed, 0 bounded, 7 dropped
// CHECK: Every schedule of the program was explored.
//
// Of two stores the second one counts, though it has no hook: this loop ends by itself.
// RUN: %mcmini-cc -g -DALONE %s -o %t && %mcmini %t | FileCheck %s --check-prefix=ALONE
// ALONE: ok: nothing found
// ALONE: {{^}}1 traces: 1 completed
//
// What was stored to may be gone at the next operation.
// RUN: %mcmini-cc -g -DALONE -DFREES %s -o %t && %mcmini %t | FileCheck %s --check-prefix=ALONE
//
// Where nothing can be stored, that is still the program's fault.
// RUN: %mcmini-cc -g -DALONE -DCRASHES %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=CRASHES
// CRASHES: mcmini: crash: SIGSEGV at address 0x0
// CRASHES: a-store-that-leaves-what-was-there-is-no-effect.c:[[@LINE+27]]
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int put, taken; // the next place

#ifdef ALONE
static int turns, *stored;

static void *run(void *argument) {
#ifdef FREES
  stored = malloc(100000);
#endif
  while (!atomic_load(&put)) {
    const int turn = turns;
    if (turn == 20)
      break;
    turns = turn;
    turns = turn + 1;
  }
#ifdef FREES
  *stored = 1;
  free(stored);
#elif defined CRASHES
  *stored = 1;
#endif
  atomic_store(&taken, stored != NULL);
  return argument;
}
#else
static int ring[2], seen_put, seen_taken;

static void *run(void *argument) {
  for (int i = 0; i < 2; i++) {
    const int next = !put;
    while (next == seen_taken)
      seen_taken = atomic_load_explicit(&taken, memory_order_acquire);
    ring[put] = i;
    atomic_store_explicit(&put, next, memory_order_release);
  }
  return argument;
}

static void consume(void) {
  for (int i = 0; i < 2; i++) {
    while (taken == seen_put)
      seen_put = atomic_load_explicit(&put, memory_order_acquire);
    assert(ring[taken] == i);
    atomic_store_explicit(&taken, !taken, memory_order_release);
  }
}
#endif

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
#ifndef ALONE
  consume();
#endif
  pthread_join(thread, NULL);
  return 0;
}
