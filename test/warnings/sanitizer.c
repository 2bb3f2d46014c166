// In a program with a sanitizer a pipe is the kernel's: the orders of two writes to it are not explored.
// REQUIRES: asan
// RUN: %mcmini-cc -g -O1 -fsanitize=address %s -o %t
// RUN: python3 %S/Inputs/shows.py sanitizer %mcmini %t
#include "Inputs/idle_thread.h"
#include <unistd.h>

static void act(void) {
  int ends[2];
  pipe(ends);
}
