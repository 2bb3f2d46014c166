// NO RACE: the flag is protected, and data, written before the flag, is read only after it was
// seen.
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

THREAD(writer) {
  data = 1;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  return NULL;
}
THREAD(reader) {
  pthread_mutex_lock(&m);
  const int seen = ready;
  pthread_mutex_unlock(&m);
  if (seen)
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
