// A pipe with a descriptor above 1023 is the kernel's: the orders of two writes to it are not explored.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: sh -c 'ulimit -n 4096 && python3 %S/Inputs/shows.py descriptor-limit %mcmini %t'
#include "Inputs/idle_thread.h"
#include <unistd.h>

static void act(void) {
  int ends[2];
  for (int i = 0; i < 1030; i++)
    dup(2);
  pipe(ends);
}
