// An asynchronous thread is cancelled between any two accesses, also plain ones: its handler sees one, two or none of
// its stores, and so does main when it has joined it. Deferred it is not: no cancellation point, so all are made.
// The second-order outcome is the one in the middle.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k %t none | FileCheck %s
// RUN: not %mcmini -k %t one | FileCheck %s
// RUN: not %mcmini -k %t two | FileCheck %s
// RUN: not %mcmini -k %t main | FileCheck %s
// CHECK: mcmini: assertion failed: assertion `{{.*}}' failed
// CHECK-NOT: not explored
// RUN: %mcmini --require-complete %t deferred
// RUN: %mcmini --require-complete %t other
// The first finding is replayed.
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t none | FileCheck %s --check-prefix=REPLAY
// REPLAY: assertion failed
#include <assert.h>
#include <pthread.h>
#include <string.h>

static const char *what;
static int first, second;

static int is(const char *name) { return !strcmp(what, name); }

static void look(void *nothing) {
  (void)nothing;
  if (is("none"))
    assert(first || second);
  if (is("one"))
    assert(!first || second);
  if (is("two"))
    assert(!first || !second);
  assert(!second || first); // in no order
}

static void *work(void *nothing) {
  pthread_cleanup_push(look, NULL);
  if (!is("deferred"))
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  first = 1;
  second = 1;
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
  pthread_cleanup_pop(0);
  return nothing;
}

int main(int count, char **argument) {
  pthread_t thread;
  what = argument[count - 1];
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  if (is("main"))
    assert(first == second);
  if (is("deferred"))
    assert(first && second);
  return 0;
}
