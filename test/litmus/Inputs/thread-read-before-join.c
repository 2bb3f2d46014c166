// RACE data: the result is read before the join.
#include "litmus.h"

static int data;

THREAD(worker) {
  data = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  use(data);
  pthread_join(thread, NULL);
}
