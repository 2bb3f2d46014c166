// A lock-free stack compares its top alone: between the look and the exchange the node was taken, and
// came back with another one below it (ABA).
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1 read top at step 4 (stack-with-a-top-that-came-back.c:21) and wrote it at step 19 (stack-with-a-top-that-came-back.c:25); in between, at step 17 (stack-with-a-top-that-came-back.c:35), thread 0.2 wrote it: it had the same value again, but was not the same.
// CHECK: shown: 26 steps, 1 preemption
// CHECK: decides: step: step 12: 0.2 compare-exchange top ok (stack-with-a-top-that-came-back.c:25)
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

enum { NOTHING, A, B, NODES };

static _Atomic int top = A;
static int below[NODES] = {[A] = B, [B] = NOTHING};
static _Atomic int owners[NODES];

static int pop(void) {
  for (;;) {
    int node = atomic_load(&top);
    if (node == NOTHING)
      return NOTHING;
    const int next = below[node];
    if (atomic_compare_exchange_strong(&top, &node, next)) {
      assert(atomic_fetch_add(&owners[node], 1) == 0);
      return node;
    }
  }
}

static void push(int node) {
  atomic_fetch_sub(&owners[node], 1);
  below[node] = atomic_load(&top);
  atomic_store(&top, node);
}

static void *take_one(void *argument) {
  pop();
  return argument;
}

static void *take_two_give_one(void *argument) {
  const int first = pop();
  pop();
  if (first != NOTHING)
    push(first);
  return argument;
}

int main(void) {
  in_threads(take_one, take_two_give_one);
  pop();
  return 0;
}
