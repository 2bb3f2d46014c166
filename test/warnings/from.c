// What another thread does before the search begins has one order.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py from %mcmini  %t
#include <mcmini/mcmini.h>
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

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  lock();
  mc_begin();
  lock();
  pthread_join(thread, NULL);
}
