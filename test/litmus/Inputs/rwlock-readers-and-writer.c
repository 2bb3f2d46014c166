// NO RACE: a read lock takes what the writer's unlock gave, a write lock what readers gave.
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
  pthread_rwlock_wrlock(&l);
  data++;
  pthread_rwlock_unlock(&l);
  return NULL;
}

int main(void) { run3(reader, reader, writer); }
