// RACE data: the threads hold different mutexes.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int data;

THREAD(first) {
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return NULL;
}
THREAD(second) {
  pthread_mutex_lock(&n);
  data++;
  pthread_mutex_unlock(&n);
  return NULL;
}

int main(void) { run(first, second); }
