// A thread that is cancelled may end at each of its cancellation points; the program looks how far it came.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py cancel %mcmini %t
#include "Inputs/idle_thread.h"
#include <stdatomic.h>
#include <unistd.h>

static atomic_int rounds;

static void *counts(void *argument) {
  for (int i = 0; i < 2; i++) {
    atomic_fetch_add(&rounds, 1);
    pthread_testcancel();
  }
  return argument;
}

static void act(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, counts, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
}
