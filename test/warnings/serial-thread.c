// The second thread may be the serial one, and fails then.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py serial-thread %mcmini %t
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *meets(void *argument) {
  assert(pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, meets, NULL);
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);
  return 0;
}
