// A bounded queue for many producers and consumers: what was put in comes out once.
//
// D. Vyukov, "Bounded MPMC Queue", 1024cores.net, 2010.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}9 traces: 9 completed
// RUN: %mcmini-cc -g -O1 -DTWO_PRODUCERS -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWO
// TWO: mcmini: ok: nothing found
// TWO: {{^}}14 traces: 14 completed
//
// BUGGY, a cell is handed over by a relaxed store.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: data race: queue.cell[0].value: write at bounded-mpmc-queue.c:[[@LINE+35]] and read at bounded-mpmc-queue.c:[[@LINE+54]], which nothing orders
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { CAPACITY = 2 };

static struct {
  struct cell {
    atomic_size_t sequence;
    int value;
  } cell[CAPACITY];
  atomic_size_t in, out;
} queue;

#ifdef BUGGY
enum { RELEASE = memory_order_relaxed };
#else
enum { RELEASE = memory_order_release };
#endif

static bool enqueue(int value) {
  size_t at = atomic_load_explicit(&queue.in, memory_order_relaxed);
  for (;;) {
    struct cell *cell = &queue.cell[at % CAPACITY];
    const size_t sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
    const ptrdiff_t ahead = (ptrdiff_t)(sequence - at);
    if (ahead < 0)
      return false;
    if (ahead > 0) {
      at = atomic_load_explicit(&queue.in, memory_order_relaxed);
    } else if (atomic_compare_exchange_weak_explicit(&queue.in, &at, at + 1, memory_order_relaxed,
                                                     memory_order_relaxed)) {
      cell->value = value;
      atomic_store_explicit(&cell->sequence, at + 1, RELEASE);
      return true;
    }
  }
}

static bool dequeue(int *value) {
  size_t at = atomic_load_explicit(&queue.out, memory_order_relaxed);
  for (;;) {
    struct cell *cell = &queue.cell[at % CAPACITY];
    const size_t sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
    const ptrdiff_t ahead = (ptrdiff_t)(sequence - (at + 1));
    if (ahead < 0)
      return false;
    if (ahead > 0) {
      at = atomic_load_explicit(&queue.out, memory_order_relaxed);
    } else if (atomic_compare_exchange_weak_explicit(&queue.out, &at, at + 1, memory_order_relaxed,
                                                     memory_order_relaxed)) {
      *value = cell->value;
      atomic_store_explicit(&cell->sequence, at + CAPACITY, RELEASE);
      return true;
    }
  }
}

static atomic_int sum;

static void *producer(void *argument) {
  const bool done = enqueue((int)(long)argument + 1);
  assert(done);
  return NULL;
}

static void *consumer(void *argument) {
  int value;
  if (dequeue(&value))
    atomic_fetch_add(&sum, value);
  return argument;
}

int main(void) {
  for (size_t i = 0; i < CAPACITY; i++)
    atomic_init(&queue.cell[i].sequence, i);
#ifdef TWO_PRODUCERS
  in_threads(producer, producer, consumer);
#else
  in_threads(producer, consumer, consumer);
#endif
  for (int value; dequeue(&value);)
    sum += value;
#ifdef TWO_PRODUCERS
  assert(sum == 1 + 2);
#else
  assert(sum == 1);
#endif
  return 0;
}
