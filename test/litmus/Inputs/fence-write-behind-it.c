// RACE data: it is written between the fence and the store.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  atomic_thread_fence(release);
  data = 1;
  atomic_store_explicit(&ready, 1, relaxed);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, acquire))
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
