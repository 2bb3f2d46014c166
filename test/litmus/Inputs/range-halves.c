// NO RACE: each thread fills its own half.
#include "litmus.h"

static char data[64];

THREAD(first) {
  memset(data, 1, 32);
  return NULL;
}
THREAD(second) {
  memset(data + 32, 2, 32);
  return NULL;
}

int main(void) { run(first, second); }
