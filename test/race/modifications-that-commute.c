// Additions whose results are not used are one trace in all their orders, and yet what they order is
// right: by one order of two additions x is not ordered, so it is racy; where a relaxed flag lets
// only one order be, they do order it, and the search that has doubted that restarts.
// RUN: %mcmini-cc -g -DWHICH=0 %s -o %t.0 && %mcmini-cc -g -DWHICH=1 %s -o %t.1
// RUN: %mcmini-cc -g -DWHICH=2 %s -o %t.2
// RUN: %mcmini -k %t.0 | FileCheck %s --check-prefix=COUNT
// COUNT: ok: nothing found
// COUNT: {{^}}1 traces: 1 completed
// RUN: not %mcmini -k --races=report %t.1 | FileCheck %s --check-prefix=EITHER
// EITHER: data race: x: write at {{.*}}.c:[[@LINE+14]] and write at {{.*}}.c:[[@LINE+28]]
// RUN: %mcmini -k %t.2 | FileCheck %s --check-prefix=ONE
// ONE: ok: nothing found
// The order of the additions, and of the flag's accesses: the load reads 0 with the additions in one
// order, or 1.
// ONE: {{^}}2 traces: 2 completed
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, flag;
static int x;

static void *first(void *argument) {
#if WHICH
  x = 1;
#endif
  atomic_fetch_add(&count, 1);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return argument;
}

static void *second(void *argument) {
#if WHICH == 2
  if (!atomic_load_explicit(&flag, memory_order_relaxed))
    return argument;
#endif
  atomic_fetch_add(&count, 1);
#if WHICH
  x = 2;
#endif
  return argument;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
