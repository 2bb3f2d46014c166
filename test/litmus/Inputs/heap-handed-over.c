// NO RACE: the pointer is published by release, read by acquire.
#include "litmus.h"

static ATOMIC(int *) pointer;

THREAD(writer) {
  int *object = (int *)malloc(sizeof *object);
  *object = 1;
  atomic_store_explicit(&pointer, object, release);
  return NULL;
}
THREAD(reader) {
  int *object = atomic_load_explicit(&pointer, acquire);
  if (object)
    use(*object);
  return NULL;
}

int main(void) { run(writer, reader); }
