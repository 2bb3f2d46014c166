// RACE s: adjacent bit fields are one memory location (C11, 3.14).
// TSAN SILENT -O2: gcc announces bit fields without optimisation only.
#include "litmus.h"

static struct { unsigned first : 4, second : 4; } s;

THREAD(first) {
  s.first = 1;
  return NULL;
}
THREAD(second) {
  s.second = 2;
  return NULL;
}

int main(void) { run(first, second); }
