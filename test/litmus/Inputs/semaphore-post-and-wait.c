// NO RACE: the wait takes what the post gave.
#include "litmus.h"

static sem_t s;
static int data;

THREAD(producer) {
  data = 1;
  sem_post(&s);
  return NULL;
}
THREAD(consumer) {
  sem_wait(&s);
  use(data);
  return NULL;
}

int main(void) {
  sem_init(&s, 0, 0);
  run(producer, consumer);
}
