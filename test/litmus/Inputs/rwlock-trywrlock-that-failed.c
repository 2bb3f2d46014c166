// RACE data: the writer goes on without the lock.
#include "litmus.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data;

THREAD(reader) {
  pthread_rwlock_rdlock(&l);
  use(data);
  pthread_rwlock_unlock(&l);
  return NULL;
}
THREAD(writer) {
  const int busy = pthread_rwlock_trywrlock(&l);
  data++;
  if (!busy)
    pthread_rwlock_unlock(&l);
  return NULL;
}

int main(void) { run(reader, writer); }
