// mimalloc: two threads give each other memory, which who gets it frees. A bound. Freed by its maker, it is
// another's. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lmimalloc
// RUN: not %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but traces were cut by --max-depth
// RIGHT: {{^}}100 traces: 99 completed, 0 deadlocked, 0 failed, 1 bounded
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread -lmimalloc
// RUN: not %mcmini --max-traces=100 ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libmimalloc-dev
#include <assert.h>
#include <mimalloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static _Atomic(char *) given[2];
static void *work(void *me_) {
  long me = (long)me_;
  char *mine = mi_malloc(100);
  memset(mine, 'a' + me, 100);
  atomic_store(&given[me], mine);
#ifdef EARLY
  mi_free(mine);
#endif
  char *again = mi_malloc(100);
  memset(again, 'x', 100);
  char *other = atomic_exchange(&given[1 - me], 0);
  if (other) {
    assert(other[0] == other[99] && other[99] == 'b' - me);
#ifndef EARLY
    mi_free(other);
#endif
  }
  mi_free(again);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, (void *)1);
  work(0);
  pthread_join(t, 0);
  return 0;
}
