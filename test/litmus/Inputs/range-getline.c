// RACE line: getdelim, as getline, writes to where the pointer points to.
// TSAN NAMELESS: it lies on the heap, and no hook says by which expression.
#include "litmus.h"

static char *line;
static size_t size = 64;
static FILE *file;

THREAD(gets) {
  use(getdelim(&line, &size, '\n', file));
  return NULL;
}
THREAD(reads) {
  use(line[3]);
  return NULL;
}

int main(void) {
  static char text[] = "abc\nd\n";
  line = (char *)malloc(size);
  file = fmemopen(text, sizeof text - 1, "r");
  run(gets, reads);
}
