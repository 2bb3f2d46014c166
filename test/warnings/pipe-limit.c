// After 2048 pipes in a trace a further one is the kernel's: the orders of two writes to it are not explored.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py pipe-limit %mcmini %t
#include "Inputs/idle_thread.h"
#include <unistd.h>

static void act(void) {
  int ends[2];
  for (int i = 0; i < 2100; i++) {
    pipe(ends);
    close(ends[0]);
    close(ends[1]);
  }
}
