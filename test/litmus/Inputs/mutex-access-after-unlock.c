// RACE data: it is read after the unlock.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

THREAD(worker) {
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  use(data);
  return NULL;
}

int main(void) { run(worker, worker); }
