// RACE data: the creator writes after it has created the thread.
#include "litmus.h"

static int data;

THREAD(worker) {
  use(data);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  data = 1;
  pthread_join(thread, NULL);
}
