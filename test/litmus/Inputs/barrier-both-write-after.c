// RACE data: a barrier does not order what comes after it.
#include "litmus.h"

static pthread_barrier_t b;
static int data;

THREAD(worker) {
  pthread_barrier_wait(&b);
  data++;
  return NULL;
}

int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  run(worker, worker);
}
