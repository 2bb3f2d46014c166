// NO RACE: the inner unlock does not free the mutex, the outer one does.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int data;

THREAD(worker) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) { run(worker, worker); }
