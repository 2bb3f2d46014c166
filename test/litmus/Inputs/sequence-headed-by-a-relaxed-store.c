// RACE data: the release of the read-modify-write gives what its own thread did, not the first's.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&ready, 1, relaxed);
  return NULL;
}
THREAD(adder) {
  atomic_fetch_add_explicit(&ready, 2, release);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, acquire) == 3)
    use(data);
  return NULL;
}

int main(void) { run3(writer, adder, reader); }
