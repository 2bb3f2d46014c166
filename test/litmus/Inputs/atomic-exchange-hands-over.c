// NO RACE: the object goes from thread to thread; one has it at a time.
#include "litmus.h"

static ATOMIC(int *) slot;
static int data;

THREAD(worker) {
  int *mine = atomic_exchange_explicit(&slot, (int *)NULL, acquire);
  if (mine) {
    (*mine)++;
    atomic_store_explicit(&slot, mine, release);
  }
  return NULL;
}

int main(void) {
  atomic_store(&slot, &data);
  run(worker, worker);
}
