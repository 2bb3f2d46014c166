// A trace with more than 65535 objects is not known from there on.
// REQUIRES: deep
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py object-limit %mcmini --max-depth=100000 %t
#include "Inputs/idle_thread.h"
#include <stdlib.h>

static void act(void) {
  pthread_mutex_t *mutex = calloc(66000, sizeof *mutex);
  for (int i = 0; i < 66000; i++)
    pthread_mutex_trylock(&mutex[i]);
}
