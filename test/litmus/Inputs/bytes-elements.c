// NO RACE: each thread has its own elements.
#include "litmus.h"

static short data[8];

THREAD(even) {
  for (int i = 0; i < 8; i += 2)
    data[i] = 1;
  return NULL;
}
THREAD(odd) {
  for (int i = 1; i < 8; i += 2)
    data[i] = 1;
  return NULL;
}

int main(void) { run(even, odd); }
