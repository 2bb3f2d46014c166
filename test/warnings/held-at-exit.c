// A thread ends and holds a mutex, which nobody else wants: a note, and "ok".
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py held-at-exit %mcmini %t
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *keeps(void *argument) {
  pthread_mutex_lock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, keeps, NULL);
  pthread_join(thread, NULL);
  return 0;
}
