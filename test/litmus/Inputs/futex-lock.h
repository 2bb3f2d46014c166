// A lock on a futex, and two workers under it (Drepper, Futexes Are Tricky, 2011, section 5):
// 0: free, 1: taken, 2: taken, and somebody may wait.
// FAST, SLOW, GIVES: the orders of the fast path, of who has waited, and of unlock. Without them the
// program has a lock and an unlock of its own.
#include "futex.h"

static ATOMIC(int) l;
static void lock(void), unlock(void);

#ifdef FAST
static void lock(void) {
  int free = 0;
  if (atomic_compare_exchange_strong_explicit(&l, &free, 1, FAST, relaxed))
    return;
  while (atomic_exchange_explicit(&l, 2, SLOW))
    futex_wait(&l, 2);
}

static void unlock(void) {
  if (atomic_exchange_explicit(&l, 0, GIVES) == 2)
    futex_wake(&l, 1);
}
#endif

static int data;

THREAD(worker) {
  lock();
  data++;
  unlock();
  return NULL;
}

int main(void) { run(worker, worker); }
