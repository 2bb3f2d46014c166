// A queue for many: what two threads put in comes out once. A try that fails ends its thread's part of
// the trace, which is dropped: 8 times, as with an assumption in place of each.
//
// M. M. Michael, M. L. Scott, "Simple, Fast, and Practical Non-Blocking and Blocking Concurrent
// Queue Algorithms", PODC 1996. Nodes are not used again.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}16 traces: 8 completed, 0 deadlocked, 0 failed, 0 bounded, 8 dropped
// RUN: %mcmini-cc -g -O1 -DTAKES=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWICE
// TWICE: mcmini: ok: nothing found
// TWICE: {{^}}22 traces: 14 completed, 0 deadlocked, 0 failed, 0 bounded, 8 dropped
//
// BUGGY, the tail is stored and not exchanged: it goes back behind the head if another thread has
// meanwhile moved it on and taken both items.
// RUN: %mcmini-cc -g -O1 -DBUGGY -DTAKES=2 -I %S/../Inputs %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: crash: SIGSEGV at address 0x0
// BUGGY: michael-scott-queue.c:[[@LINE+64]]
//
// With RELAXED, a node is linked by a relaxed exchange: who takes it does not see what is in it.
// RUN: %mcmini-cc -g -O1 -DRELAXED -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=RELAXED
// RELAXED: mcmini: 3 findings
// RELAXED: data race: node->value: write at michael-scott-queue.c:[[@LINE+20]] and read at michael-scott-queue.c:[[@LINE+59]], which nothing orders
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *_Atomic next;
};

#ifndef TAKES
#define TAKES 1
#endif

static struct { struct node *_Atomic head, *_Atomic tail; } queue;

static void enqueue(int value) {
  struct node *node = malloc(sizeof *node), *tail;
  node->value = value;
  atomic_init(&node->next, NULL);
  for (;;) {
    tail = atomic_load(&queue.tail);
    struct node *next = atomic_load(&tail->next);
    if (tail != atomic_load(&queue.tail))
      continue;
    if (next) {
      atomic_compare_exchange_strong(&queue.tail, &tail, next);
      continue;
    }
    struct node *null = NULL;
#ifdef RELAXED
    if (atomic_compare_exchange_strong_explicit(&tail->next, &null, node, memory_order_relaxed,
                                                memory_order_relaxed))
#else
    if (atomic_compare_exchange_strong(&tail->next, &null, node))
#endif
      break;
  }
#ifdef BUGGY
  atomic_store(&queue.tail, node);
#else
  atomic_compare_exchange_strong(&queue.tail, &tail, node);
#endif
}

static bool dequeue(int *value) {
  for (;;) {
    struct node *head = atomic_load(&queue.head), *tail = atomic_load(&queue.tail),
                *next = atomic_load(&head->next);
    if (head != atomic_load(&queue.head))
      continue;
    if (head == tail) {
      if (!next)
        return false;
      atomic_compare_exchange_strong(&queue.tail, &tail, next);
      continue;
    }
    *value = next->value;
    if (atomic_compare_exchange_strong(&queue.head, &head, next))
      return true;
  }
}

static int got, sum;

static void *producer(void *argument) {
  enqueue(1);
  return argument;
}

static void *both(void *argument) {
  enqueue(2);
  for (int i = 0, value; i < TAKES; i++)
    if (dequeue(&value)) {
      got++;
      sum += value;
    }
  return argument;
}

int main(void) {
  struct node *dummy = malloc(sizeof *dummy);
  atomic_init(&dummy->next, NULL);
  atomic_init(&queue.head, dummy);
  atomic_init(&queue.tail, dummy);
  in_threads(producer, both);
  for (int value; dequeue(&value);) {
    got++;
    sum += value;
  }
  assert(got == 2 && sum == 3);
  return 0;
}
