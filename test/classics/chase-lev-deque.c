// A work-stealing deque: each of two tasks runs once, with one thief (21 classes) and two (368).
//
// D. Chase, Y. Lev, "Dynamic Circular Work-Stealing Deque", SPAA 2005, in C11 after N. M. Le, A.
// Pop, A. Cohen, F. Zappa Nardelli, "Correct and Efficient Work-Stealing for Weak Memory Models",
// PPoPP 2013; the array does not grow.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}21 traces: 21 completed
// RUN: %mcmini-cc -g -O1 -DTHIEVES=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWO
// TWO: mcmini: ok: nothing found
// TWO: {{^}}368 traces: 368 completed
//
// BUGGY, the owner takes the last task without competing for it: it runs twice.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: 2 findings
// BUGGY: data race: tasks[0]: write at chase-lev-deque.c:[[@LINE+81]] and read at chase-lev-deque.c:[[@LINE+81]]
// BUGGY: assertion failed: assertion `tasks[i].runs == 1' failed
//
// With RELAXED, a task is published without a release fence: the thief does not see what is in it.
// RUN: %mcmini-cc -g -O1 -DRELAXED -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=RELAXED
// RELAXED: data race: tasks[0]: write at chase-lev-deque.c:[[@LINE+81]] and read at chase-lev-deque.c:[[@LINE+76]]
//
// With NO_FENCE, the store of `bottom` and the load of `top` may change places, as on x86, and the
// last task runs twice. No sequentially consistent schedule shows that: McMini does not see this
// bug.
// RUN: %mcmini-cc -g -O1 -DNO_FENCE -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { CAPACITY = 4, TASKS = 2 };

struct task {
  int runs;
};

static struct {
  atomic_long top, bottom;
  struct task *_Atomic slot[CAPACITY];
} deque;

static void push(struct task *task) {
  const long bottom = atomic_load_explicit(&deque.bottom, memory_order_relaxed);
  atomic_store_explicit(&deque.slot[bottom % CAPACITY], task, memory_order_relaxed);
#ifndef RELAXED
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&deque.bottom, bottom + 1, memory_order_relaxed);
}

static bool advance_top(long top) {
  return atomic_compare_exchange_strong_explicit(&deque.top, &top, top + 1, memory_order_seq_cst,
                                                 memory_order_relaxed);
}

static struct task *take(void) {
  const long bottom = atomic_load_explicit(&deque.bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&deque.bottom, bottom, memory_order_relaxed);
#ifndef NO_FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  const long top = atomic_load_explicit(&deque.top, memory_order_relaxed);
  struct task *task = NULL;
  if (top <= bottom) {
    task = atomic_load_explicit(&deque.slot[bottom % CAPACITY], memory_order_relaxed);
    if (top < bottom)
      return task;
#ifndef BUGGY
    if (!advance_top(top))
      task = NULL;
#else
    atomic_store_explicit(&deque.top, top + 1, memory_order_relaxed);
#endif
  }
  atomic_store_explicit(&deque.bottom, bottom + 1, memory_order_relaxed);
  return task;
}

static struct task *steal(void) {
  const long top = atomic_load_explicit(&deque.top, memory_order_acquire);
#ifndef NO_FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  const long bottom = atomic_load_explicit(&deque.bottom, memory_order_acquire);
  if (top >= bottom)
    return NULL;
  struct task *task = atomic_load_explicit(&deque.slot[top % CAPACITY], memory_order_relaxed);
  return advance_top(top) ? task : NULL;
}

static struct task tasks[TASKS];

static void run(struct task *task) {
  if (task)
    task->runs++;
}

static void *owner(void *argument) {
  for (int i = 0; i < TASKS; i++) {
    tasks[i].runs = 0;
    push(&tasks[i]);
  }
  for (struct task *task; (task = take());)
    run(task);
  return argument;
}

static void *thief(void *argument) {
  run(steal());
  return argument;
}

int main(void) {
#if THIEVES == 2
  in_threads(owner, thief, thief);
#else
  in_threads(owner, thief);
#endif
  for (int i = 0; i < TASKS; i++)
    assert(tasks[i].runs == 1);
  return 0;
}
