// RACE data: a relaxed load takes nothing.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&ready, 1, release);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, relaxed))
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
