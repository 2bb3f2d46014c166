// NO RACE: test-and-set acquires what the clear has released.
#include "litmus.h"

static atomic_flag l = ATOMIC_FLAG_INIT;
static int data;

THREAD(worker) {
  if (!atomic_flag_test_and_set_explicit(&l, acquire)) {
    data++;
    atomic_flag_clear_explicit(&l, release);
  }
  return NULL;
}

int main(void) { run(worker, worker); }
