// A program's own functions may have the names of pauses. What they write is a loop's effect: its
// turns are made, and counted.
// RUN: %mcmini-cc -g -DOWN_SLEEP %s -o %t-sleep && not %mcmini %t-sleep | FileCheck %s
// RUN: %mcmini-cc -g %s -c -o %t.o && %mcmini-cc -g -DOWN_POLL %s -c -o %t-poll.o
// RUN: %mcmini-cc %t.o %t-poll.o -o %t-poll && not %mcmini %t-poll | FileCheck %s
// Of another file, with libc's types: whether it is libc's is known when the program starts.
// RUN: %mcmini-cc -g -DLIKE_LIBC %s -c -o %t.o && %mcmini-cc -g -DLIKE_LIBC -DOWN_POLL %s -c -o %t-poll.o
// RUN: %mcmini-cc %t.o %t-poll.o -o %t-poll && not %mcmini %t-poll | FileCheck --check-prefixes=CHECK,OWN %s
// RUN: %mcmini-cc -g -DLIKE_LIBC -DSLEEPS %s -c -o %t.o
// RUN: %mcmini-cc %t.o %t-poll.o -o %t-sleep && not %mcmini %t-sleep | FileCheck --check-prefixes=CHECK,OWN %s
// CHECK: mcmini: assertion failed: assertion `turns == 0' failed
// OWN: warning: the program has a function of its own with the name of one that pauses (sleep, poll, ...): its waiting loops poll
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#if defined LIKE_LIBC && defined OWN_POLL
extern int turns;
int poll(void *fds, unsigned long count, int timeout) {
  return turns += fds == NULL && !count && !timeout;
}
unsigned sleep(unsigned seconds) { return turns += (int)seconds; }
#elif defined OWN_POLL
int poll(int *turns, int more) { return *turns += 1 + more; }
#else
static atomic_int done;
int turns;

#ifdef SLEEPS
unsigned sleep(unsigned seconds);
#define TURN() sleep(1)
#elif defined LIKE_LIBC
int poll(void *fds, unsigned long count, int timeout);
#define TURN() poll(NULL, 0, 0)
#elif defined OWN_SLEEP
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
