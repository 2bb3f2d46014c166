// Readers go through a list while a node is replaced; the old one is freed after a grace period. A
// reader sees the old node; or the new one, and the updater sees it reading or not: 3 classes, and
// 3 * 3 of two readers.
//
// P. E. McKenney, J. D. Slingwine, "Read-Copy Update: Using Execution History to Solve Concurrency
// Problems", PDCS 1998.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}3 traces: 3 completed
// RUN: %mcmini-cc -g -O1 -DREADERS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWO
// TWO: mcmini: ok: nothing found
// TWO: {{^}}9 traces: 9 completed
//
// BUGGY, there is no grace period.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY-DAG: data race: n->value: read at rcu-list.c:[[@LINE+51]] and write at rcu-list.c:[[@LINE+72]], which nothing orders
// BUGGY-DAG: use after free: read of a variable in freed memory: byte 4 of a chunk of 16 bytes
//
// With RELAXED, the new node is published by a relaxed store.
// RUN: %mcmini-cc -g -O1 -DRELAXED -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=RELAXED
// RELAXED: data race: node->value: write at rcu-list.c:[[@LINE+37]] and read at rcu-list.c:[[@LINE+46]], which nothing orders
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef READERS
#define READERS 1
#endif

struct node {
  int key, value;
  struct node *_Atomic next;
};

static struct node *_Atomic first;
static atomic_bool reading[READERS];

static void read_lock(int me) { atomic_store(&reading[me], 1); }
static void read_unlock(int me) { atomic_store_explicit(&reading[me], 0, memory_order_release); }

/// Returns when all who were reading have ended.
static void synchronize(void) {
  for (int i = 0; i < READERS; i++)
    while (atomic_load(&reading[i]))
      ;
}

#ifdef RELAXED
enum { PUBLISH = memory_order_relaxed };
#else
enum { PUBLISH = memory_order_seq_cst };
#endif

static struct node *make(int key, int value, struct node *next) {
  struct node *node = malloc(sizeof *node);
  node->key = key;
  node->value = value;
  atomic_init(&node->next, next);
  return node;
}

static int find(int key) {
  for (struct node *n = atomic_load_explicit(&first, memory_order_consume); n;
       n = atomic_load_explicit(&n->next, memory_order_consume))
    if (n->key == key)
      return n->value;
  return -1;
}

static void *reader(void *argument) {
  const int me = (int)(long)argument;
  read_lock(me);
  const int found = find(2);
  assert(found == 20 || found == 21);
  read_unlock(me);
  return NULL;
}

/// Puts another node in the place of the second one.
static void *updater(void *argument) {
  struct node *before = atomic_load(&first), *old = atomic_load(&before->next);
  atomic_store_explicit(&before->next, make(old->key, old->value + 1, atomic_load(&old->next)),
                        PUBLISH);
#ifndef BUGGY
  synchronize();
#endif
  free(old);
  return argument;
}

int main(void) {
  atomic_init(&first, make(1, 10, make(2, 20, NULL)));
#if READERS == 2
  in_threads(reader, reader, updater);
#else
  in_threads(reader, updater);
#endif
  assert(find(2) == 21);
  return 0;
}
