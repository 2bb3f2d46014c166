// Two threads give each other memory, by ALLOCATE, and FREE what they got; EARLY: who has made it frees it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static _Atomic(char *) given[2];
static void *work(void *me_) {
  long me = (long)me_;
  char *mine = ALLOCATE(100);
  memset(mine, 'a' + me, 100);
  atomic_store(&given[me], mine);
#ifdef EARLY
  FREE(mine);
#endif
  char *again = ALLOCATE(100);
  memset(again, 'x', 100);
  char *other = atomic_exchange(&given[1 - me], 0);
  if (other) {
    assert(other[0] == other[99] && other[99] == 'b' - me);
#ifndef EARLY
    FREE(other);
#endif
  }
  FREE(again);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, (void *)1);
  work(0);
  pthread_join(t, 0);
  return 0;
}
