// indexer N - N threads insert four keys each into one hash table: without a conflict up to 11
// threads, then 8^(N - 11) classes. Source: Flanagan, Godefroid, POPL 2005.
#include "../program.h"
#include <stdatomic.h>

enum { SLOTS = 128, KEYS = 4, MOST = SLOTS / KEYS };

static _Atomic int table[SLOTS];

static void *inserter(void *arg) {
  const int thread = (int)(long)arg;

  for (int m = 1; m <= KEYS; m++) {
    const int key = 11 * m + thread;
    for (int slot = 7 * key % SLOTS;; slot = (slot + 1) % SLOTS) {
      int empty = 0;
      if (atomic_compare_exchange_strong(&table[slot], &empty, key))
        break;
    }
  }
  return arg;
}

int main(int argc, char *argv[]) {
  start(inserter, argument(argc, argv, 1, 1, MOST, 12));
  join_all();
  return 0;
}
