// RACE data: a relaxed first look orders nothing.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static ATOMIC(int) ready;
static int data;

THREAD(worker) {
  if (!atomic_load_explicit(&ready, relaxed)) {
    pthread_mutex_lock(&m);
    if (!atomic_load_explicit(&ready, relaxed)) {
      data = 1;
      atomic_store_explicit(&ready, 1, release);
    }
    pthread_mutex_unlock(&m);
  }
  use(data);
  return NULL;
}

int main(void) { run(worker, worker); }
