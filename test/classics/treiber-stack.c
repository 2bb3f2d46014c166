// A stack whose nodes are used again, with a version beside the top: each node comes out once.
//
// R. K. Treiber, "Systems Programming: Coping with Parallelism", IBM RJ 5118, 1986.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}25 traces: 25 completed
//
// BUGGY, without the version: while one thread is about to make node 1 the top, the other one takes
// 0 and 1 and puts back 0. The top is 0 again, and node 1 comes out twice (ABA).
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: assertion failed: assertion `!seen[node]' failed
// BUGGY: treiber-stack.c:[[@LINE+70]]
// BUGGY: {{^}}11 traces: 6 completed, 0 deadlocked, 1 failed, 0 bounded, 4 dropped
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { NODES = 4, NONE = NODES };

struct top {
  uint32_t node;
#ifndef BUGGY
  uint32_t version;
#endif
};

static _Atomic uint32_t next[NODES];
static _Atomic(struct top) top;

static void push(uint32_t node) {
  struct top old = atomic_load(&top), new;
  do {
    atomic_store(&next[node], old.node);
    new = old;
    new.node = node;
  } while (!atomic_compare_exchange_weak(&top, &old, new));
}

static uint32_t pop(void) {
  struct top old = atomic_load(&top), new;
  do {
    if (old.node == NONE)
      return NONE;
    new = old;
    new.node = atomic_load(&next[old.node]);
#ifndef BUGGY
    new.version++;
#endif
  } while (!atomic_compare_exchange_weak(&top, &old, new));
  return old.node;
}

static uint32_t taken[2];

static void *pops(void *argument) {
  taken[0] = pop();
  return argument;
}

static void *pops_and_puts_back(void *argument) {
  const uint32_t first = pop();
  taken[1] = pop();
  if (first != NONE)
    push(first);
  return argument;
}

int main(void) {
  bool seen[NODES] = {false};
  atomic_init(&top, (struct top){.node = NONE});
  push(2);
  push(1);
  push(0);
  in_threads(pops, pops_and_puts_back);
  for (int i = 0; i < 2; i++) {
    assert(taken[i] != NONE && !seen[taken[i]]);
    seen[taken[i]] = true;
  }
  for (uint32_t node; (node = pop()) != NONE;) {
    assert(!seen[node]);
    seen[node] = true;
  }
  assert(seen[0] && seen[1] && seen[2]);
  return 0;
}
