// A pipe of 32 pages holds 128 KB; here the 17th page waits for a reader.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py pipe-mode %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <fcntl.h>
#include <unistd.h>

static void act(void) {
  int ends[2];
  pipe(ends);
  fcntl(ends[1], F_SETPIPE_SZ, 131072);
}
