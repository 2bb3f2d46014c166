// NO RACE: the flag is released, and looked at with acquire after every wait.
#include "futex.h"

static ATOMIC(int) flag;
static int data;

THREAD(first) {
  data = 1;
  atomic_store_explicit(&flag, 1, release);
  futex_wake(&flag, INT_MAX);
  return NULL;
}

THREAD(second) {
  while (!atomic_load_explicit(&flag, acquire))
    futex_wait(&flag, 0);
  use(data);
  return NULL;
}

int main(void) { run(first, second); }
