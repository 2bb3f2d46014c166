// RACE data: an unlock of a reader gives nothing to other readers, even if they come later.
#include "litmus.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data;
static ATOMIC(int) passed;

THREAD(writer) {
  data = 1;
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  atomic_store_explicit(&passed, 1, relaxed);
  return NULL;
}
THREAD(reader) {
  if (atomic_load_explicit(&passed, relaxed)) {
    pthread_rwlock_rdlock(&l);
    use(data);
    pthread_rwlock_unlock(&l);
  }
  return NULL;
}

int main(void) { run(writer, reader); }
