// RACE data: two threads are let in.
#include "litmus.h"

static sem_t s;
static int data;

THREAD(worker) {
  sem_wait(&s);
  data++;
  sem_post(&s);
  return NULL;
}

int main(void) {
  sem_init(&s, 0, 2);
  run(worker, worker);
}
