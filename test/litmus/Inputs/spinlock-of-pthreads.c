// NO RACE: as a mutex.
#include "litmus.h"

static pthread_spinlock_t l;
static int data;

THREAD(worker) {
  pthread_spin_lock(&l);
  data++;
  pthread_spin_unlock(&l);
  return NULL;
}

int main(void) {
  pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
  run(worker, worker);
}
