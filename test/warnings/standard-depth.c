// A trace is cut after 10,000 steps, which nobody has asked for.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py standard-depth %mcmini %t
#include "Inputs/idle_thread.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int turns;

static void act(void) {
  for (turns = 0; turns < 6000; turns++) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
}
