// NO RACE: the data is atomic, relaxed; fences order it with the sequence number.
#include "litmus.h"

static ATOMIC(unsigned) sequence;
static ATOMIC(int) first, second;

THREAD(writer) {
  const unsigned s = atomic_load_explicit(&sequence, relaxed);
  atomic_store_explicit(&sequence, s + 1, relaxed);
  atomic_thread_fence(release);
  atomic_store_explicit(&first, 1, relaxed);
  atomic_store_explicit(&second, 1, relaxed);
  atomic_store_explicit(&sequence, s + 2, release);
  return NULL;
}
THREAD(reader) {
  const unsigned s = atomic_load_explicit(&sequence, acquire);
  const int one = atomic_load_explicit(&first, relaxed),
            two = atomic_load_explicit(&second, relaxed);
  atomic_thread_fence(acquire);
  if (s % 2 == 0 && s == atomic_load_explicit(&sequence, relaxed) && one != two)
    abort();
  return NULL;
}

int main(void) { run(writer, reader); }
