// RACE data: it is written after the post.
#include "litmus.h"

static sem_t s;
static int data;

THREAD(producer) {
  sem_post(&s);
  data = 1;
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
