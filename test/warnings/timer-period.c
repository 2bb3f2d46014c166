// The third time that the timer expires the assertion fails: with --firings=3 that is found.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py timer-period %mcmini %t
// RUN: not %mcmini -q --firings=3 %t | FileCheck %s
// CHECK: mcmini: assertion failed: assertion `counter < 3' failed
#include "Inputs/idle_thread.h"
#include <assert.h>
#include <signal.h>
#include <sys/time.h>

static volatile int counter;

static void handle(int signal) { counter++; }

static void act(void) {
  signal(SIGALRM, handle);
  setitimer(ITIMER_REAL, &(struct itimerval){{1, 0}, {1, 0}}, NULL);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  assert(counter < 3);
}
