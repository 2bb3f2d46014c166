#include "counter.h"
#include <assert.h>
#include <pthread.h>

static void *add(void *arg) {
  counter_add();
  return arg;
}

int main(void) {
  pthread_t thread;

  pthread_create(&thread, NULL, add, NULL);
  counter_add();
  pthread_join(thread, NULL);
  assert(counter_value() == 2);
  return 0;
}
