// NO RACE: a bit field of width zero separates locations.
#include "litmus.h"

static struct {
  unsigned first : 4;
  unsigned : 0;
  unsigned second : 4;
} s;

THREAD(first) {
  s.first = 1;
  return NULL;
}
THREAD(second) {
  s.second = 2;
  return NULL;
}

int main(void) { run(first, second); }
