// NO RACE: the last reader acquires from both releases, as a counter of arrivals does.
#include "litmus.h"

static ATOMIC(int) arrived;
static int data[2];

THREAD(first) {
  data[0] = 1;
  atomic_fetch_add_explicit(&arrived, 1, release);
  return NULL;
}
THREAD(second) {
  data[1] = 1;
  atomic_fetch_add_explicit(&arrived, 1, release);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&arrived, acquire) == 2)
    use(data[0] + data[1]);
  return NULL;
}

int main(void) { run3(first, second, reader); }
