// NO RACE: an acquire fence takes what a release store gave.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&ready, 1, release);
  return NULL;
}
THREAD(reader) {
  const int seen = atomic_load_explicit(&ready, relaxed);
  atomic_thread_fence(acquire);
  if (seen)
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
