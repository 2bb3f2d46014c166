// NO RACE: any read-modify-write continues the release sequence (C11, 5.1.2.4, 10).
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&ready, 1, release);
  return NULL;
}
THREAD(counter) {
  atomic_fetch_add_explicit(&ready, 2, relaxed);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, acquire) == 3)
    use(data); // where the add came first, the store has made it 1
  return NULL;
}

int main(void) { run3(writer, counter, reader); }
