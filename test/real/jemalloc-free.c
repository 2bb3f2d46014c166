// jemalloc: two threads give each other memory, which who gets it frees. A bound. Freed by its maker, it is
// another's. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -ljemalloc
// RUN: not %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but plain loads and stores of libjemalloc.so.2 are not seen
// RIGHT: {{^}}100 traces: 100 completed
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread -ljemalloc
// RUN: not %mcmini --max-traces=100 ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libjemalloc-dev
#include <assert.h>
#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static _Atomic(char *) given[2];
static void *work(void *me_) {
  long me = (long)me_;
  char *mine = mallocx(100, MALLOCX_TCACHE_NONE);
  memset(mine, 'a' + me, 100);
  atomic_store(&given[me], mine);
#ifdef EARLY
  dallocx(mine, MALLOCX_TCACHE_NONE);
#endif
  char *again = mallocx(100, MALLOCX_TCACHE_NONE);
  memset(again, 'x', 100);
  char *other = atomic_exchange(&given[1 - me], 0);
  if (other) {
    assert(other[0] == other[99] && other[99] == 'b' - me);
#ifndef EARLY
    dallocx(other, MALLOCX_TCACHE_NONE);
#endif
  }
  dallocx(again, MALLOCX_TCACHE_NONE);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, (void *)1);
  work(0);
  pthread_join(t, 0);
  return 0;
}
