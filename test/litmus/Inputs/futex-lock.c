// NO RACE: the next owner's exchange acquires what the owner's has released.
#include "futex.h"

// 0: free, 1: taken, 2: taken, and somebody may wait (Drepper, Futexes Are Tricky, 2011, section 5)
static ATOMIC(int) l;
static int data;

static void lock(void) {
  int free = 0;
  if (atomic_compare_exchange_strong_explicit(&l, &free, 1, acquire, relaxed))
    return;
  while (atomic_exchange_explicit(&l, 2, acquire))
    futex_wait(&l, 2);
}

static void unlock(void) {
  if (atomic_exchange_explicit(&l, 0, release) == 2)
    futex_wake(&l, 1);
}

THREAD(worker) {
  lock();
  data++;
  unlock();
  return NULL;
}

int main(void) { run(worker, worker); }
