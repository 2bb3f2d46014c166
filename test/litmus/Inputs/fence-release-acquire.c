// NO RACE: the fences make the relaxed store a release and the relaxed load an acquire.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_thread_fence(release);
  atomic_store_explicit(&ready, 1, relaxed);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, relaxed)) {
    atomic_thread_fence(acquire);
    use(data);
  }
  return NULL;
}

int main(void) { run(writer, reader); }
