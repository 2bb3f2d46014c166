// A trace gives an atomic variable of 16 bytes more than 16,384 values. What further ones do to a
// compare-exchange is not foreseen.
// RUN: %mcmini-cc -g -O1 -w -mcx16 %s -o %t -latomic
// RUN: python3 %S/Inputs/shows.py wide-values %mcmini --max-depth=100000 %t
#include <pthread.h>
#include <stdatomic.h>

static __int128 place;

static void *writes(void *argument) {
  for (int i = 0; i < 17000; i++)
    __atomic_store_n(&place, (__int128)i << 64 | i, __ATOMIC_SEQ_CST);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
