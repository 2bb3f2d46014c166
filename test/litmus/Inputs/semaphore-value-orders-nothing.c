// RACE data: sem_getvalue synchronises no memory (POSIX, 4.12).
#include "litmus.h"

static sem_t s;
static int data;

THREAD(producer) {
  data = 1;
  sem_post(&s);
  return NULL;
}
THREAD(consumer) {
  int value = 0;
  sem_getvalue(&s, &value);
  if (value > 0)
    use(data);
  return NULL;
}

int main(void) {
  sem_init(&s, 0, 0);
  run(producer, consumer);
}
