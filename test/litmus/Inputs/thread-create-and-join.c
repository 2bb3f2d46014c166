// NO RACE: written before the creation, changed by the thread, read after the join.
#include "litmus.h"

static int data;

THREAD(worker) {
  data++;
  return NULL;
}

int main(void) {
  pthread_t thread;
  data = 1;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  use(data);
}
