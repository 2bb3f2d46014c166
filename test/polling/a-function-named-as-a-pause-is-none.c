// A program's own functions may have the names of pauses. What they write is a loop's effect: its
// turns are made, and counted.
// RUN: %mcmini-cc -g -DOWN_SLEEP %s -o %t-sleep && not %mcmini %t-sleep | FileCheck %s
// RUN: %mcmini-cc -g %s -c -o %t.o && %mcmini-cc -g -DOWN_POLL %s -c -o %t-poll.o
// RUN: %mcmini-cc %t.o %t-poll.o -o %t-poll && not %mcmini %t-poll | FileCheck %s
// CHECK: mcmini: assertion failed: assertion `turns == 0' failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef OWN_POLL
int poll(int *turns, int more) { return *turns += 1 + more; }
#else
static atomic_int done;
static int turns;

#ifdef OWN_SLEEP
static __attribute__((noinline)) void sleep(int n) { turns += n; }
#define TURN() sleep(1)
#else
int poll(int *turns, int more);
#define TURN() poll(&turns, 0)
#endif

static void *work(void *unused) {
  while (!done)
    TURN();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  done = 1;
  pthread_join(thread, NULL);
  assert(turns == 0);
  return 0;
}
#endif
