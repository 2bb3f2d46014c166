// RACE data: both threads can hold the read lock at once.
#include "litmus.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data;

THREAD(worker) {
  pthread_rwlock_rdlock(&l);
  data++;
  pthread_rwlock_unlock(&l);
  return NULL;
}

int main(void) { run(worker, worker); }
