// A timer of processor time expires while its process runs: its signal may come at any moment, or not. The handler
// may see each value of the counter.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py timer %mcmini %t
#include "Inputs/idle_thread.h"
#include <signal.h>
#include <sys/time.h>

static volatile int counter;

static void handle(int signal) { counter += 2; }

static void act(void) {
  signal(SIGVTALRM, handle);
  setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = {1000, 0}}, NULL);
  counter++;
}
