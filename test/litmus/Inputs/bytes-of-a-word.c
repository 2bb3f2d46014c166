// RACE u: the word covers it.
#include "litmus.h"

static union {
  char byte[4];
  int word;
} u;

THREAD(first) {
  u.byte[2] = 1;
  return NULL;
}
THREAD(second) {
  use(u.word);
  return NULL;
}

int main(void) { run(first, second); }
