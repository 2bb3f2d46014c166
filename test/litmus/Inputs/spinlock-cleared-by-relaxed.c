// RACE data: the next owner acquires nothing.
#include "litmus.h"

static atomic_flag l = ATOMIC_FLAG_INIT;
static int data;

THREAD(worker) {
  if (!atomic_flag_test_and_set_explicit(&l, acquire)) {
    data++;
    atomic_flag_clear_explicit(&l, relaxed);
  }
  return NULL;
}

int main(void) { run(worker, worker); }
