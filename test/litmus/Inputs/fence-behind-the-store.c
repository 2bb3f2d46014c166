// RACE data: a release fence makes later stores releases, not earlier ones.
#include "litmus.h"

static ATOMIC(int) ready;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&ready, 1, relaxed);
  atomic_thread_fence(release);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, acquire))
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
