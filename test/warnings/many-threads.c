// What the program does after its 127th thread is not seen: a failure there would be missed.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py many-threads %mcmini %t
#include "Inputs/idle_thread.h"

static void act(void) {
  pthread_t thread;
  for (int i = 0; i < 130; i++) {
    pthread_create(&thread, NULL, idle, NULL);
    pthread_join(thread, NULL);
  }
}
