// NO RACE: memory that is freed and allocated again has no history.
#include "litmus.h"

THREAD(worker) {
  for (int i = 0; i < 2; i++) {
    int *object = (int *)malloc(sizeof *object);
    *object = i;
    use(*object);
    free(object);
  }
  return NULL;
}

int main(void) { run(worker, worker); }
