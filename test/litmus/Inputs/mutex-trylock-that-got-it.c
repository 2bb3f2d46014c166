// NO RACE: a successful trylock takes what the unlock gave.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

THREAD(worker) {
  if (pthread_mutex_trylock(&m) == 0) {
    data++;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) { run(worker, worker); }
