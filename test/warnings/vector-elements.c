// A masked store of a vector writes the bytes that its mask says, which McMini does not look at: its race with a
// load of one of them is not found. Without an effect on the verdict: lddqu, which is a load of 16 bytes, and a
// masked store to what no other thread can reach.
// RUN: %mcmini-cc -g -O1 -w -msse3 %s -o %t
// RUN: python3 %S/Inputs/shows.py vector-elements %mcmini %t
// RUN: not %mcmini %t load | FileCheck %s
// CHECK: data race: bytes
// RUN: %mcmini %t own
#include <immintrin.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char bytes[16];
static volatile int seen;
static const char *what;

#define store(to)                                                                                  \
  __builtin_ia32_maskmovdqu((__v16qi)_mm_setzero_si128(), (__v16qi)_mm_set1_epi8(-1), to)

static void *writes(void *argument) {
  char own[16];
  if (strcmp(what, "load") == 0)
    bytes[3] = 1;
  else if (strcmp(what, "own") == 0)
    store(own);
  else
    store(bytes);
  return argument;
}

static void *reads(void *argument) {
  if (strcmp(what, "load") == 0)
    seen = _mm_cvtsi128_si32(_mm_lddqu_si128((const __m128i *)bytes));
  else if (strcmp(what, "own") != 0)
    seen = bytes[3];
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  what = argv[argc - 1];
  pthread_create(&thread[0], NULL, writes, NULL);
  pthread_create(&thread[1], NULL, reads, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
