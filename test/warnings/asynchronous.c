// A thread is cancelled asynchronously in a function whose cleanup handler is in the compiler's tables.
// RUN: %mcmini-cc -g -O1 -w -fexceptions %s -o %t
// RUN: python3 %S/Inputs/shows.py asynchronous %mcmini %t
#include "Inputs/idle_thread.h"
#include <stdatomic.h>

static atomic_int rounds;

static void clean(void *argument) { atomic_fetch_add(&rounds, 1); }

static void *counts(void *argument) {
  pthread_cleanup_push(clean, argument);
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  atomic_fetch_add(&rounds, 1);
  pthread_cleanup_pop(0);
  return argument;
}

static void act(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, counts, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
}
