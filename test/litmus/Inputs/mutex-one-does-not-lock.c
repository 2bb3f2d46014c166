// RACE data: a lock orders only those who take it.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

THREAD(careful) {
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return NULL;
}
THREAD(careless) {
  data++;
  return NULL;
}

int main(void) { run(careful, careless); }
