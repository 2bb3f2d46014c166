// long.c - fails behind 62 steps.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
  for (int i = 0; i < 30; i++) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  assert(argument);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  return 0;
}
