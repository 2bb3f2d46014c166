// NO RACE: every call of pthread_once comes after the end of the function.
#include "litmus.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data;

static void initialise(void) { data = 1; }

THREAD(worker) {
  pthread_once(&once, initialise);
  use(data);
  return NULL;
}

int main(void) { run(worker, worker); }
