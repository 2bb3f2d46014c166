// RACE data: the exchange takes the lock, but nothing with it.
#include "litmus.h"

static ATOMIC(int) l;
static int data;

THREAD(worker) {
  if (!atomic_exchange_explicit(&l, 1, relaxed)) {
    data++;
    atomic_store_explicit(&l, 0, release);
  }
  return NULL;
}

int main(void) { run(worker, worker); }
