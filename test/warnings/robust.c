// A thread ends and holds 8 robust mutexes. Another thread tries the last of them before that, or after.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py robust %mcmini %t
#include <pthread.h>

static pthread_mutex_t lock[8];

static void *keeps(void *argument) {
  for (int i = 0; i < 8; i++)
    pthread_mutex_lock(&lock[i]);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  for (int i = 0; i < 8; i++)
    pthread_mutex_init(&lock[i], &robust);
  pthread_create(&thread, NULL, keeps, NULL);
  if (pthread_mutex_trylock(&lock[7]) == 0)
    pthread_mutex_unlock(&lock[7]);
  pthread_join(thread, NULL);
  return 0;
}
