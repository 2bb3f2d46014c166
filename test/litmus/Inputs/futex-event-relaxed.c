// RACE data: a wait that finds the flag set has taken nothing from who set it.
#include "futex.h"

static ATOMIC(int) flag;
static int data;

THREAD(first) {
  data = 1;
  atomic_store_explicit(&flag, 1, relaxed);
  futex_wake(&flag, INT_MAX);
  return NULL;
}

THREAD(second) {
  while (!atomic_load_explicit(&flag, relaxed))
    futex_wait(&flag, 0);
  use(data);
  return NULL;
}

int main(void) { run(first, second); }
