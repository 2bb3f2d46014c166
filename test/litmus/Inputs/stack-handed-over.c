// NO RACE: a local variable, filled by a thread that is joined before it is read.
#include "litmus.h"

static void *worker(void *argument) {
  *(int *)argument = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  int result = 0;
  pthread_create(&thread, NULL, worker, &result);
  pthread_join(thread, NULL);
  use(result);
}
