// NO RACE: what was handed over by an atomic may be used as plain memory, also the atomic itself.
#include "litmus.h"

static union {
  ATOMIC(int) as_atomic;
  int value;
} u;

THREAD(writer) {
  atomic_store_explicit(&u.as_atomic, 1, release);
  return NULL;
}
THREAD(owner) {
  if (atomic_load_explicit(&u.as_atomic, acquire))
    u.value = 2;
  return NULL;
}

int main(void) { run(writer, owner); }
