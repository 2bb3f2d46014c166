// A timer's signal may come at any moment, or not: the handler may see each value of the counter.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py timer %mcmini %t
#include "Inputs/idle_thread.h"
#include <signal.h>
#include <unistd.h>

static volatile int counter;

static void handle(int signal) { counter += 2; }

static void act(void) {
  signal(SIGALRM, handle);
  alarm(1);
  counter++;
}
