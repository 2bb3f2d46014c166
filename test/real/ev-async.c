// libev: another thread wakes the loop, before or after what it has to tell is there. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lev
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but only fair schedules were explored
// RIGHT: {{^}}3 traces: 3 completed
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread -lev
// RUN: not %mcmini ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libev-dev
#include <assert.h>
#include <ev.h>
#include <pthread.h>
#include <stdatomic.h>
static struct ev_loop *loop;
static ev_async async;
static atomic_int ready;
static void woken(struct ev_loop *l, ev_async *w, int events) {
  assert(ready);
  ev_break(l, EVBREAK_ALL);
}
static void *send(void *nothing) {
#ifdef EARLY
  ev_async_send(loop, &async);
  ready = 1;
#else
  ready = 1;
  ev_async_send(loop, &async);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  loop = ev_default_loop(EVFLAG_NOENV);
  ev_async_init(&async, woken);
  ev_async_start(loop, &async);
  pthread_create(&t, 0, send, 0);
  ev_run(loop, 0);
  pthread_join(t, 0);
  return 0;
}
