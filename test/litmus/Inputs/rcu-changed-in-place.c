// RACE versions: the updater changes what readers may be reading.
#include "litmus.h"

struct version {
  int value;
};
static struct version versions[2];
static ATOMIC(struct version *) current;

THREAD(updater) {
  atomic_store_explicit(&current, &versions[1], release);
  versions[0].value = 1;
  return NULL;
}
THREAD(reader) {
  use(atomic_load_explicit(&current, consume)->value);
  return NULL;
}

int main(void) {
  atomic_store(&current, &versions[0]);
  run(updater, reader);
}
