// A socketpair of SOCK_RAW is the kernel's: the orders of two writes to it are not explored.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py socketpair %mcmini %t
#include "Inputs/idle_thread.h"
#include <sys/socket.h>

static void act(void) {
  int ends[2];
  socketpair(AF_UNIX, SOCK_RAW, 0, ends);
}
