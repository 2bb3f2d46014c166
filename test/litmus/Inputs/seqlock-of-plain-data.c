// RACE data: that the value is thrown away afterwards does not undo the race.
#include "litmus.h"

static ATOMIC(unsigned) sequence;
static int data;

THREAD(writer) {
  atomic_fetch_add(&sequence, 1);
  data = 1;
  atomic_fetch_add(&sequence, 1);
  return NULL;
}
THREAD(reader) {
  const unsigned s = atomic_load(&sequence);
  const int seen = data;
  if (s % 2 == 0 && s == atomic_load(&sequence))
    use(seen);
  return NULL;
}

int main(void) { run(writer, reader); }
