// NO RACE: the count lies in the memory that the last one frees; each decrement comes before that.
#include "litmus.h"

struct object {
  ATOMIC(int) count;
  int data;
};
static struct object *object;

THREAD(worker) {
  use(object->data);
  if (atomic_fetch_sub_explicit(&object->count, 1, acq_rel) == 1)
    free(object);
  return NULL;
}

int main(void) {
  object = (struct object *)calloc(1, sizeof *object);
  atomic_store(&object->count, 2);
  run(worker, worker);
}
