// RACE ready: the first look is not synchronised.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

THREAD(worker) {
  if (!ready) {
    pthread_mutex_lock(&m);
    if (!ready) {
      data = 1;
      ready = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) { run(worker, worker); }
