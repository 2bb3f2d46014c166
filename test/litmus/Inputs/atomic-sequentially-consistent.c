// NO RACE: the default order is acquire and release, and more.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store(&ready, 1);
  return NULL;
}
THREAD(reader) {
  if (atomic_load(&ready))
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
