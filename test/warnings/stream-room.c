// The 279th write of a byte would wait until some are read: Linux counts 768 bytes for each.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py stream-room %mcmini %t
#include "Inputs/idle_thread.h"
#include <sys/socket.h>
#include <unistd.h>

static void act(void) {
  int ends[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  for (int i = 0; i < 279; i++)
    write(ends[1], "a", 1);
}
