// RACE argument: the loop's variable is passed by its address and changed for the next thread.
// TSAN NAMELESS: it lies on a stack, and no hook says by which expression.
#include "litmus.h"

static void *worker(void *argument) {
  use(*(int *)argument);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  int argument;
  for (argument = 0; argument < 2; argument++)
    pthread_create(&thread[argument], NULL, worker, &argument);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}
