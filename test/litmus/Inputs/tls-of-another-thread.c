// RACE data: the address of a thread's own variable was given to another.
// TSAN NAMELESS: it lies among thread-local variables, and no hook says by which expression.
#include "litmus.h"

static __thread int data;

static void *worker(void *argument) {
  *(int *)argument = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, &data);
  use(data);
  pthread_join(thread, NULL);
}
