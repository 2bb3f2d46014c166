// libevent: another thread activates an event of the loop. Without evthread_use_pthreads the loop is not woken.
// Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -levent -levent_pthreads
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DUNLOCKED -w -g -O1 %s -o mutant.unlocked -pthread -levent -levent_pthreads
// RUN: not %mcmini ./mutant.unlocked | FileCheck --check-prefix=UNLOCKED %s
// UNLOCKED: deadlock: 1 thread waits
// REQUIRES: real, libevent-dev
#include <assert.h>
#include <event2/event.h>
#include <event2/thread.h>
#include <pthread.h>
static struct event_base *base;
static struct event *event;
static int calls;
static void called(evutil_socket_t fd, short what, void *nothing) {
  calls++;
  event_base_loopbreak(base);
}
static void *activate(void *nothing) {
  event_active(event, EV_READ, 0);
  return 0;
}
int main(void) {
#ifndef UNLOCKED
  evthread_use_pthreads();
#endif
  base = event_base_new();
  event = event_new(base, -1, EV_PERSIST, called, 0);
  pthread_t t;
  pthread_create(&t, 0, activate, 0);
  event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY);
  pthread_join(t, 0);
  assert(calls == 1);
  event_free(event);
  event_base_free(base);
  return 0;
}
