// RACE data: pthread_once orders its function, not what its callers write afterwards.
#include "litmus.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data;

static void initialise(void) { data = 1; }

THREAD(worker) {
  pthread_once(&once, initialise);
  data++;
  return NULL;
}

int main(void) { run(worker, worker); }
