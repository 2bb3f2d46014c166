// Readers of a sequence lock never see half of a write, without writing anything. They read before
// the write or after that, or in one of 16 places between, where they would have to read again and
// the trace is dropped: 2 + 16; for two readers 2 * 2 of 18 * 18, as readers have no order among
// themselves. With an assumption in place of the loop there are as many.
//
// H.-J. Boehm, "Can Seqlocks Get Along with Programming Language Memory Models?", MSPC 2012: data
// are relaxed atomics between fences. With plain data they race, see test/litmus/Inputs/seqlock-of-
// plain-data.c.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}18 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 16 dropped
// RUN: %mcmini-cc -g -O1 -DREADERS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWO
// TWO: mcmini: ok: nothing found
// TWO: {{^}}324 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 320 dropped
// RUN: %mcmini-cc -g -O1 -DWRITES=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWICE
// TWICE: mcmini: ok: nothing found
// TWICE: {{^}}67 traces: 3 completed, 0 deadlocked, 0 failed, 0 bounded, 64 dropped
// RUN: %mcmini-cc -g -O1 -include %S/Inputs/assume.h -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O1 -include %S/Inputs/assume.h -DREADERS=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWO
// RUN: %mcmini-cc -g -O1 -include %S/Inputs/assume.h -DWRITES=2 -I %S/../Inputs %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=TWICE
//
// BUGGY, that the sequence has not changed is not looked at, only that nobody writes.
// RUN: %mcmini-cc -g -O1 -DBUGGY -I %S/../Inputs %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: assertion failed: assertion `now.x == now.y' failed
// BUGGY: seqlock.c:[[@LINE+53]]
// BUGGY: {{^}}18 traces: 4 completed, 0 deadlocked, 2 failed, 0 bounded, 12 dropped
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
