// Readers of a sequence lock never see half of a write, without writing anything: 71 classes for
// one reader and one write, 71 * 71 for two readers, as readers have no order among themselves. Who
// reads while a write is under way waits for the sequence to change; it does not spin.
//
// H.-J. Boehm, "Can Seqlocks Get Along with Programming Language Memory Models?", MSPC 2012: data
// are relaxed atomics between fences. With plain data they race, see test/litmus/Inputs/seqlock-of-
// plain-data.c.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}71 traces: 71 completed
// RUN: %mcmini-cc -g -O1 -DREADERS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWO
// TWO: mcmini: ok: nothing found
// TWO: {{^}}5041 traces: 5041 completed
// RUN: %mcmini-cc -g -O1 -DWRITES=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWICE
// TWICE: mcmini: ok: nothing found
// TWICE: {{^}}7005 traces: 7005 completed
//
// BUGGY, that the sequence has not changed is not looked at, only that nobody writes.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: assertion failed: assertion `now.x == now.y' failed
// BUGGY: seqlock.c:[[@LINE+53]]
// BUGGY: {{^}}71 traces: 69 completed, 0 deadlocked, 2 failed
//
// That a fence is missing is not seen where all data are atomic: schedules are sequentially
// consistent.
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef WRITES
#define WRITES 1
#endif

static atomic_uint sequence;
static atomic_int x, y;

static void write_both(int value) {
  const unsigned before = atomic_load_explicit(&sequence, memory_order_relaxed);
  atomic_store_explicit(&sequence, before + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&x, value, memory_order_relaxed);
  atomic_store_explicit(&y, value, memory_order_relaxed);
  atomic_store_explicit(&sequence, before + 2, memory_order_release);
}

static struct both { int x, y; } read_both(void) {
  unsigned before, after;
  struct both now;
  do {
    before = atomic_load_explicit(&sequence, memory_order_acquire);
    now.x = atomic_load_explicit(&x, memory_order_relaxed);
    now.y = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    after = atomic_load_explicit(&sequence, memory_order_relaxed);
#ifdef BUGGY
  } while (before % 2 || after % 2);
#else
  } while (before % 2 || before != after);
#endif
  return now;
}

static void *writer(void *argument) {
  for (int i = 1; i <= WRITES; i++)
    write_both(i);
  return argument;
}

static void *reader(void *argument) {
  const struct both now = read_both();
  assert(now.x == now.y);
  return argument;
}

int main(void) {
#if READERS == 1
  in_threads(writer, reader);
#else
  in_threads(writer, reader, reader);
#endif
  return 0;
}
