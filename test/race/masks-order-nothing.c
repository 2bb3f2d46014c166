// What two threads do with their signal masks and actions orders nothing between them: main's write comes
// before its masks, and the other's behind its own, in every order of these, which commute. The first trace has
// main's first. A signal orders: who takes it sees what was written before it was sent.
//
// RUN: %mcmini-cc -g %s -o masks && %mcmini-cc -g -DSENT %s -o sent
// RUN: not %mcmini -k ./masks | FileCheck %s
// RUN: not %mcmini -k --algorithm=source ./masks | FileCheck %s
// RUN: not %mcmini -k --algorithm=dfs ./masks | FileCheck --check-prefix=ALL %s
// CHECK: data race: x: write at masks-order-nothing.c:[[#]] and write at masks-order-nothing.c:[[#]]
// CHECK: {{^}}2 traces: 2 completed
// ALL: data race: x: write at masks-order-nothing.c
// RUN: %mcmini -k ./sent | FileCheck --check-prefix=SENT %s
// SENT: mcmini: ok: nothing found
#include <pthread.h>
#include <signal.h>
static int x;
static sigset_t all, before;
static void *other(void *a) {
#ifdef SENT
  int taken;
  sigwait(&all, &taken);
#else
  pthread_sigmask(SIG_BLOCK, &all, 0);
  pthread_sigmask(SIG_SETMASK, &before, 0);
#endif
  x = 1;
  return a;
}
int main(void) {
  pthread_t t;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_create(&t, 0, other, 0);
  x = 2;
#ifdef SENT
  pthread_kill(t, SIGUSR1);
#else
  pthread_sigmask(SIG_SETMASK, &before, 0);
  pthread_sigmask(SIG_BLOCK, &all, 0);
#endif
  pthread_join(t, 0);
}
