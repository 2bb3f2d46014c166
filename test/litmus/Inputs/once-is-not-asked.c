// RACE data: the second thread reads without a call of pthread_once.
#include "litmus.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data;

static void initialise(void) { data = 1; }

THREAD(careful) {
  pthread_once(&once, initialise);
  use(data);
  return NULL;
}
THREAD(careless) {
  use(data);
  return NULL;
}

int main(void) { run(careful, careless); }
