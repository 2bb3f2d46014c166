// RACE text: strncat puts two characters behind the text, and a zero, which the other thread reads.
#include "litmus.h"

static char text[16] = "ab";

THREAD(appends) {
  strncat(text, "cdef", 2);
  return NULL;
}
THREAD(reads) {
  use(text[4]);
  return NULL;
}

int main(void) { run(appends, reads); }
