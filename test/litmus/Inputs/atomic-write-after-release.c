// RACE late: it is written behind the release; early is before it.
#include "litmus.h"

static ATOMIC(int) ready;
static int early, late;

THREAD(writer) {
  early = 1;
  atomic_store_explicit(&ready, 1, release);
  late = 1;
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&ready, acquire))
    use(early + late);
  return NULL;
}

int main(void) { run(writer, reader); }
