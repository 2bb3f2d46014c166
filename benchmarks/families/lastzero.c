// lastzero N - N threads count an array up while another looks for its last zero, from the end:
// (N + 3) 2^(N - 2) classes. What the search thread reads next depends on what it has read.
// Source: Abdulla, Aronis, Jonsson, Sagonas, JACM 2017.
#include "../program.h"
#include <stdatomic.h>

static int size;
static _Atomic int array[MAX_THREADS];

static void *searcher(void *arg) {
  int i = size;
  while (atomic_load(&array[i]) != 0)
    i--;
  return arg;
}

static void *counter(void *arg) {
  const long j = (long)arg + 1;
  atomic_store(&array[j], atomic_load(&array[j - 1]) + 1);
  return arg;
}

int main(int argc, char *argv[]) {
  size = argument(argc, argv, 1, 2, MAX_THREADS - 1, 3);
  start(searcher, 1);
  start(counter, size);
  join_all();
  return 0;
}
