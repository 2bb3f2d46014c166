// The handler of another thread may come between the two plain writes of that thread, and see only the
// first; it comes between visible operations only.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py handler-moments %mcmini --races=off %t
#include "Inputs/idle_thread.h"
#include <signal.h>
#include <stdlib.h>

static volatile int first, second;

static void handle(int signal) {
  if (first != second)
    abort();
}

static void *writes(void *argument) {
  first = 1;
  second = 1;
  return argument;
}

static void act(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, writes, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}
