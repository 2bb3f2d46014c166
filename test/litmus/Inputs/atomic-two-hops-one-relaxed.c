// RACE data: the thread in between has not acquired what it passes on.
#include "litmus.h"

static ATOMIC(int) first, second;
static int data;

THREAD(writer) {
  data = 1;
  atomic_store_explicit(&first, 1, release);
  return NULL;
}
THREAD(passes_on) {
  if (atomic_load_explicit(&first, relaxed))
    atomic_store_explicit(&second, 1, release);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&second, acquire))
    use(data);
  return NULL;
}

int main(void) { run3(writer, passes_on, reader); }
