// NO RACE: but who waits has not said so, and is not woken.
// ALSO deadlock: the owner finds 1, and wakes nobody.
#include "futex-lock.h"

static void lock(void) {
  int free = 0;
  while (!atomic_compare_exchange_strong_explicit(&l, &free, 1, acquire, relaxed)) {
    futex_wait(&l, 1);
    free = 0;
  }
}

static void unlock(void) {
  if (atomic_exchange_explicit(&l, 0, release) == 2)
    futex_wake(&l, 1);
}
