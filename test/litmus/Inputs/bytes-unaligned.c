// RACE bytes: bytes 3 to 6 and 6 to 9 have one in common.
#include "litmus.h"

static struct { char bytes[12]; } s;

static void put(int offset, int value) { memcpy(s.bytes + offset, &value, sizeof value); }

THREAD(first) {
  put(3, 1);
  return NULL;
}
THREAD(second) {
  put(6, 2);
  return NULL;
}

int main(void) { run(first, second); }
