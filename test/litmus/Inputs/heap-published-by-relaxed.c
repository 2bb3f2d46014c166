// RACE *object: the pointer may be seen before what it points to.
// TSAN NAMELESS: it lies on the heap, and no hook says by which expression.
#include "litmus.h"

static ATOMIC(int *) pointer;

THREAD(writer) {
  int *object = (int *)malloc(sizeof *object);
  *object = 1;
  atomic_store_explicit(&pointer, object, relaxed);
  return NULL;
}
THREAD(reader) {
  int *object = atomic_load_explicit(&pointer, acquire);
  if (object)
    use(*object);
  return NULL;
}

int main(void) { run(writer, reader); }
