// A thread makes atomic accesses of two sizes to 1100 places. Those of the last ones may be explored in one order
// only.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py overlaps %mcmini %t
#include <pthread.h>
#include <stdatomic.h>

static union {
  atomic_int small;
  atomic_long large;
} place[1100];

static void *writes(void *argument) {
  for (int i = 0; i < 1100; i++) {
    place[i].small = 1;
    place[i].large = 2;
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
