// RACE data: two threads find it free before either takes it.
#include "futex-lock.h"

static void lock(void) {
  while (atomic_load_explicit(&l, acquire))
    futex_wait(&l, 1);
  atomic_store_explicit(&l, 1, relaxed);
}

static void unlock(void) {
  atomic_store_explicit(&l, 0, release);
  futex_wake(&l, 1);
}
