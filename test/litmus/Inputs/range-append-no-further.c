// NO RACE: strncat writes no more than two characters and a zero, and reads no more than these two.
#include "litmus.h"

static char text[16] = "ab", more[16] = "cdef";

THREAD(appends) {
  strncat(text, more, 2);
  return NULL;
}
THREAD(writes) {
  text[5] = more[2] = 'x';
  return NULL;
}

int main(void) { run(appends, writes); }
