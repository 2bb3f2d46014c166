// Loads and stores of machine code beside its atomics. Dekker's algorithm stores by exchanges, and its loads are moves:
// three outcomes, of which one trace was all that there was. A flag that one thread alone sets by an atomic is read
// before or after: it was "ok" in one trace. A spin lock is given back by a plain store: the second thread waits for
// it, in a loop that is recognised, and the counter below it is no operation; without the lock, it is, and the
// increment that is lost is found.
// RUN: %gcc -g -O0 %s -o %t.0 -pthread && sh %S/Inputs/outcomes.sh "%mcmini" %s %t.0
// RUN: %gcc -g -O1 %s -o %t.1 -pthread && sh %S/Inputs/outcomes.sh "%mcmini" %s %t.1
// RUN: %gcc -g -O3 -no-pie %s -o %t.3 -pthread && sh %S/Inputs/outcomes.sh "%mcmini --threads=kernel" %s %t.3
// RUN: %gcc -g -O2 %s -o %t.2 -pthread && sh %S/Inputs/outcomes.sh "%mcmini --isolation=fork" %s %t.2
// DEKKER: dekker 0 1
// DEKKER-NEXT: dekker 1 0
// DEKKER-NEXT: dekker 1 1
// DEKKER-NEXT: mcmini: ok: nothing found
// FLAG: flag 0
// FLAG-NEXT: flag 1
// FLAG-NEXT: mcmini: ok: nothing found
// SPIN: mcmini: ok: nothing found
// SPIN-NEXT: spin 2
// LOST: lost 1
// LOST-NEXT: lost 2
// LOST-NEXT: mcmini: ok: nothing found
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int x, y, lock;
static int seen[2], count;

static void increment(void) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
  }
  count++;
  atomic_store_explicit(&lock, 0, memory_order_release);
}

static void *other(void *mode) {
  if (!strcmp(mode, "dekker")) {
    atomic_store(&y, 1);
    seen[1] = atomic_load(&x);
  }
  if (!strcmp(mode, "flag"))
    atomic_store(&x, 1);
  if (!strcmp(mode, "spin"))
    increment();
  if (!strcmp(mode, "lost")) {
    atomic_fetch_add(&x, 1);
    atomic_store_explicit(&y, atomic_load_explicit(&y, memory_order_relaxed) + 1, memory_order_relaxed);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  char *mode = argc == 2 ? argv[1] : "";
  pthread_create(&thread, NULL, other, mode);
  if (!strcmp(mode, "dekker")) {
    atomic_store(&x, 1);
    seen[0] = atomic_load(&y);
  }
  if (!strcmp(mode, "flag"))
    seen[0] = atomic_load(&x);
  if (!strcmp(mode, "spin"))
    increment();
  if (!strcmp(mode, "lost")) {
    atomic_fetch_add(&x, 1);
    atomic_store_explicit(&y, atomic_load_explicit(&y, memory_order_relaxed) + 1, memory_order_relaxed);
  }
  pthread_join(thread, NULL);
  if (!strcmp(mode, "dekker"))
    printf("dekker %d %d\n", seen[0], seen[1]);
  if (!strcmp(mode, "flag"))
    printf("flag %d\n", seen[0]);
  if (!strcmp(mode, "spin"))
    printf("spin %d\n", count);
  if (!strcmp(mode, "lost"))
    printf("lost %d\n", y);
  return 0;
}
