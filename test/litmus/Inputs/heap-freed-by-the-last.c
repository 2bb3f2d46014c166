// NO RACE: the thread that frees it has joined the others.
#include "litmus.h"

static int *object;

THREAD(worker) {
  use(*object);
  return NULL;
}

int main(void) {
  object = (int *)calloc(1, sizeof *object);
  run(worker, worker);
  free(object);
}
