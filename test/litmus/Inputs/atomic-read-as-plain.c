// RACE u: an atomic store and a plain read of the same memory.
#include "litmus.h"

static union {
  ATOMIC(int) as_atomic;
  int value;
} u;

THREAD(writer) {
  atomic_store_explicit(&u.as_atomic, 1, relaxed);
  return NULL;
}
THREAD(reader) {
  use(u.value);
  return NULL;
}

int main(void) { run(writer, reader); }
