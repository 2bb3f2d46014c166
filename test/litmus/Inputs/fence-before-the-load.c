// RACE data: an acquire fence takes what earlier loads have read, not later ones.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&ready, 1, release);
  return NULL;
}
THREAD(reader) {
  atomic_thread_fence(acquire);
  if (atomic_load_explicit(&ready, relaxed))
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
