// RACE data: the store of another thread ends the release sequence.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&ready, 1, release);
  return NULL;
}
THREAD(overwriter) {
  if (atomic_load_explicit(&ready, relaxed) == 1)
    atomic_store_explicit(&ready, 2, relaxed);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, acquire) == 2)
    use(data);
  return NULL;
}

int main(void) { run3(writer, overwriter, reader); }
