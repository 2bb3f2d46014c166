// What random programs are made of: set `state`, then each call gives the next number.
#ifndef MC_TEST_RANDOM_H
#define MC_TEST_RANDOM_H

#include <stdint.h>

static uint64_t state = 1;
static unsigned below(unsigned n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 33) % n;
}

#endif // MC_TEST_RANDOM_H
