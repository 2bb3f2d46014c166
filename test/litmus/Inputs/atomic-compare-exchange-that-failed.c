// RACE data: the order of a compare-exchange that fails is the second, relaxed.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&ready, 1, release);
  return NULL;
}
THREAD(reader) {
  int expected = 0;
  if (!atomic_compare_exchange_strong_explicit(&ready, &expected, 2, acq_rel, relaxed))
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
