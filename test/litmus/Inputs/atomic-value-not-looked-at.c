// RACE data: the load may have read the initial value, which orders nothing.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store(&ready, 1);
  return NULL;
}
THREAD(reader) {
  use(atomic_load(&ready));
  use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
