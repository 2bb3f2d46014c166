// locks.h - a mutex, and a thread that takes it once.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void lock(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

static void *other(void *unused) {
  lock();
  return NULL;
}
