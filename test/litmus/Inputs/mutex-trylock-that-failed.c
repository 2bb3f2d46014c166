// RACE data: a trylock that fails orders nothing, whoever holds the mutex.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

THREAD(owner) {
  pthread_mutex_lock(&m);
  data = 1;
  pthread_mutex_unlock(&m);
  return NULL;
}
THREAD(other) {
  if (pthread_mutex_trylock(&m) != 0)
    use(data);
  else
    pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) { run(owner, other); }
