// A lock-free stack compares its top alone: between the look and the exchange the node was taken, and
// came back with another one below it (ABA).
// Bug: atomicity
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1 read top at step 4 (stack-with-a-top-that-came-back.c:23) and wrote it at step 20 (stack-with-a-top-that-came-back.c:27); in between, at step 18 (stack-with-a-top-that-came-back.c:37), thread 0.2 wrote it: it had the same value again, but was not the same.
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 5 (stack-with-a-top-that-came-back.c:26) and went on at step 20 (stack-with-a-top-that-came-back.c:27); in between thread 0.2 ran.
// CHECK-NEXT: why: Thread 0 read owners[2] at step 28 (stack-with-a-top-that-came-back.c:28): thread 0.2 had written it last, at step 14 (stack-with-a-top-that-came-back.c:28); in between thread 0.2 ended at step 19, and thread 0 went on at step 23 (threads.h:15).
// CHECK: shown: 28 steps, 1 preemption
// CHECK: decides: step: step 18: 0.2 store top (stack-with-a-top-that-came-back.c:37)
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

enum { NOTHING, A, B, NODES };

static _Atomic int top = A;
static _Atomic int below[NODES] = {[A] = B, [B] = NOTHING};
static _Atomic int owners[NODES];

static int pop(void) {
  for (;;) {
    int node = atomic_load(&top);
    if (node == NOTHING)
      return NOTHING;
    const int next = atomic_load(&below[node]);
    if (atomic_compare_exchange_strong(&top, &node, next)) {
      assert(atomic_fetch_add(&owners[node], 1) == 0);
      return node;
    }
  }
}

static void push(int node) {
  atomic_fetch_sub(&owners[node], 1);
  atomic_store(&below[node], atomic_load(&top));
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

// CHECK-NEXT: because: From here what thread 0.1 has read of top, at step 4 (stack-with-a-top-that-came-back.c:23), is old, and it writes what it has made of it at step 20 (stack-with-a-top-that-came-back.c:27).
// CHECK-NEXT: first: 0.1 compare-exchange top no (stack-with-a-top-that-came-back.c:27)
