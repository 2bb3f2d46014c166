// Two locks, taken in one order by both threads or not; a counter with a lock or without.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *forth(void *unused) {
  (void)unused;
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  balance++;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return NULL;
}

static void *back(void *unused) {
  (void)unused;
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  balance++;
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return NULL;
}

/// The second reads and writes in two critical sections: an update may be lost.
static void *hasty(void *unused) {
  (void)unused;
  pthread_mutex_lock(&first);
  const int old = balance;
  pthread_mutex_unlock(&first);
  pthread_mutex_lock(&first);
  balance = old + 1;
  pthread_mutex_unlock(&first);
  return NULL;
}

static void run(void *(*one)(void *), void *(*other)(void *)) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, one, NULL);
  pthread_create(&thread[1], NULL, other, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}
