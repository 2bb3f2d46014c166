// The mutex's ceiling is a priority that the threads do not have: natively no thread can lock it (EINVAL).
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py ceiling %mcmini %t
#include <pthread.h>

static pthread_mutex_t mutex;

static void *locks(void *argument) {
  if (pthread_mutex_lock(&mutex) == 0)
    pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&thread, NULL, locks, NULL);
  locks(NULL);
  pthread_join(thread, NULL);
  return 0;
}
