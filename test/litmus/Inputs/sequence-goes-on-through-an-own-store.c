// NO RACE: a relaxed store of the same thread continues it (C11, C++17; no longer in C++20).
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&ready, 1, release);
  atomic_store_explicit(&ready, 2, relaxed);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, acquire) == 2)
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
