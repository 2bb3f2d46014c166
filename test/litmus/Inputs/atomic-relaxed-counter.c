// NO RACE: two atomic accesses never race, whatever their order.
#include "litmus.h"

static ATOMIC(int) counter;

THREAD(worker) {
  atomic_fetch_add_explicit(&counter, 1, relaxed);
  use(atomic_load_explicit(&counter, relaxed));
  return NULL;
}

int main(void) { run(worker, worker); }
