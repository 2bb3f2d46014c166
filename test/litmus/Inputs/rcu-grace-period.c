// NO RACE: the updater changes the old version only after the reader has said that it is done.
#include "litmus.h"

static int versions[2];
static ATOMIC(int) current, reading;

THREAD(updater) {
  versions[1] = 1;
  atomic_store(&current, 1);
  if (!atomic_load(&reading))
    versions[0] = 2;
  return NULL;
}
THREAD(reader) {
  atomic_store(&reading, 1);
  use(versions[atomic_load(&current)]);
  atomic_store(&reading, 0);
  return NULL;
}

int main(void) { run(updater, reader); }
