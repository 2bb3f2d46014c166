// NO RACE: two reads do not conflict, locked or not.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data = 1;

THREAD(locked) {
  pthread_mutex_lock(&m);
  use(data);
  pthread_mutex_unlock(&m);
  return NULL;
}
THREAD(unlocked) {
  use(data);
  return NULL;
}

int main(void) { run(locked, unlocked); }
