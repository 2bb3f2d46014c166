// RACE data: the halves overlap by a byte.
#include "litmus.h"

static char data[64];

THREAD(first) {
  memset(data, 1, 33);
  return NULL;
}
THREAD(second) {
  memset(data + 32, 2, 32);
  return NULL;
}

int main(void) { run(first, second); }
