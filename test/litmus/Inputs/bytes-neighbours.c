// NO RACE: two bytes of one word are two memory locations.
#include "litmus.h"

static struct {
  char first, second;
  short third;
} s;

THREAD(first) {
  s.first = 1;
  return NULL;
}
THREAD(second) {
  s.second++;
  s.third = 2;
  return NULL;
}

int main(void) { run(first, second); }
