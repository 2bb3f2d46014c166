// A trace uses 33,000 atomic variables of 16 bytes. Conflicts of those behind the 32,767th with accesses of other
// sizes are missed.
// RUN: %mcmini-cc -g -O1 -w -mcx16 %s -o %t -latomic
// RUN: python3 %S/Inputs/shows.py many-atomics %mcmini --max-depth=100000 %t
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { PLACES = 33000 };

static void *writes(void *argument) {
  __int128 *place = aligned_alloc(16, PLACES * sizeof *place);
  for (int i = 0; i < PLACES; i++)
    __atomic_store_n(&place[i], 1, __ATOMIC_SEQ_CST);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
