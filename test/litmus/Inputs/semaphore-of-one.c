// NO RACE: a semaphore of one is a lock.
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
  sem_init(&s, 0, 1);
  run(worker, worker);
}
