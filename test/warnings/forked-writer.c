// A forked process writes to a pipe of which the program has the same end: what comes after the read is not
// known.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py forked-writer %mcmini %t
#include "Inputs/idle_thread.h"
#include <unistd.h>

static void act(void) {
  int ends[2];
  char c;
  pipe(ends);
  if (fork() == 0)
    _exit(write(ends[1], "x", 1) != 1);
  read(ends[0], &c, 1);
}
