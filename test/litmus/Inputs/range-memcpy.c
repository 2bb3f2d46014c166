// RACE data: the copy reads what the other thread writes.
#include "litmus.h"

static char data[64];

THREAD(writer) {
  data[40] = 1;
  return NULL;
}
THREAD(reader) {
  char copy[64];
  memcpy(copy, data, sizeof copy);
  use(copy[40]);
  return NULL;
}

int main(void) { run(writer, reader); }
