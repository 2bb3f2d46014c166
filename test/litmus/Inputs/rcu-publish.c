// NO RACE: the new version is complete before it is published; consume is enough.
#include "litmus.h"

struct version {
  int value;
};
static struct version versions[2];
static ATOMIC(struct version *) current;

THREAD(updater) {
  versions[1].value = 1;
  atomic_store_explicit(&current, &versions[1], release);
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
