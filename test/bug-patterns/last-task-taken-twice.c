// A deque of tasks: the owner takes from the bottom, thieves from the top. The owner of the last task does
// not ask again after it has moved the bottom: both have it. After the queue of Cilk (Frigo, Leiserson,
// Randall, PLDI 1998). RIGHT: it compares, and takes the last one below the lock of the thieves.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int top, bottom = 2, done[2];

static void run(int task) { assert(atomic_fetch_add(&done[task], 1) == 0); }

static void *own(void *argument) {
  for (int i = 0; i < 2; i++) {
    const int last = atomic_fetch_sub(&bottom, 1) - 1;
#ifdef RIGHT
    if (atomic_load(&top) > last) {
      atomic_store(&bottom, last + 1);
      pthread_mutex_lock(&lock);
      const int mine = atomic_fetch_sub(&bottom, 1) - 1;
      const int has = atomic_load(&top) <= mine;
      if (!has)
        atomic_store(&bottom, mine + 1);
      pthread_mutex_unlock(&lock);
      if (has)
        run(mine);
      continue;
    }
    run(last);
#else
    if (last >= 0 && atomic_load(&done[last]) == 0)
      run(last);
#endif
  }
  return argument;
}

static void *steal(void *argument) {
  pthread_mutex_lock(&lock);
  const int first = atomic_fetch_add(&top, 1);
  const int has = atomic_load(&bottom) > first;
  if (!has)
    atomic_store(&top, first);
  pthread_mutex_unlock(&lock);
  if (has)
    run(first);
  return argument;
}

int main(void) {
  in_threads(own, steal);
  return 0;
}
