// NO RACE: bytes 3 to 6 and 7 to 10.
#include "litmus.h"

static struct { char bytes[12]; } s;

static void put(int offset, int value) { memcpy(s.bytes + offset, &value, sizeof value); }

THREAD(first) {
  put(3, 1);
  return NULL;
}
THREAD(second) {
  put(7, 2);
  return NULL;
}

int main(void) { run(first, second); }
