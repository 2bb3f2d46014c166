// RACE data: where the reader locks first, nothing orders its read before the write.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

THREAD(writer) {
  data = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return NULL;
}
THREAD(reader) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
