// RACE data, ready: volatile is no synchronisation.
#include "litmus.h"

static volatile int ready;
static int data;

THREAD(writer) {
  data = 1;
  ready = 1;
  return NULL;
}
THREAD(reader) {
  if (ready)
    use(data);
  return NULL;
}

int main(void) { run(writer, reader); }
