// What stands around the example of a page of `mcmini explain`: one and two are its threads.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef pthread_mutex_t mutex;
static void lock(mutex *m) { pthread_mutex_lock(m); }
static void unlock(mutex *m) { pthread_mutex_unlock(m); }
#include "example.h"

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, one, NULL);
  pthread_create(&thread[1], NULL, two, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
