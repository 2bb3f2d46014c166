// NO RACE: both accesses are made with the mutex held, so one unlock comes before the other's lock.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

THREAD(worker) {
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) { run(worker, worker); }
