// NO RACE: volatile under a mutex is as good as any.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int data;

THREAD(worker) {
  pthread_mutex_lock(&m);
  data = data + 1;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) { run(worker, worker); }
