// RACE data: two threads find it free before either takes it.
#include "futex.h"

// 0: free, 1: taken, 2: taken, and somebody may wait (Drepper, Futexes Are Tricky, 2011, section 5)
static ATOMIC(int) l;
static int data;

static void lock(void) {
  while (atomic_load_explicit(&l, acquire))
    futex_wait(&l, 1);
  atomic_store_explicit(&l, 1, relaxed);
}

static void unlock(void) {
  atomic_store_explicit(&l, 0, release);
  futex_wake(&l, 1);
}

THREAD(worker) {
  lock();
  data++;
  unlock();
  return NULL;
}

int main(void) { run(worker, worker); }
