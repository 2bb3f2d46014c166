// NO RACE: the sequence that the store behind a fence would head counts, too (7.17.4).
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_thread_fence(release);
  atomic_store_explicit(&ready, 1, relaxed);
  return NULL;
}
THREAD(adder) {
  if (atomic_load_explicit(&ready, relaxed) == 1)
    atomic_fetch_add_explicit(&ready, 1, relaxed);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, acquire) == 2)
    use(data);
  return NULL;
}

int main(void) { run3(writer, adder, reader); }
