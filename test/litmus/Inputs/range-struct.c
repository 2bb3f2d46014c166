// RACE pair: the assignment of a struct reads all of it.
#include "litmus.h"

struct pair {
  long first, second, third;
};
static struct pair pair;

THREAD(writer) {
  pair.third = 1;
  return NULL;
}
THREAD(reader) {
  struct pair copy = pair;
  use(copy.third);
  return NULL;
}

int main(void) { run(writer, reader); }
