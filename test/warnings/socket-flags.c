// MSG_WAITALL waits for all bytes; a read of some is seen in its place.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py socket-flags %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static void act(void) {
  int ends[2];
  char bytes[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  write(ends[1], "ab", 2);
  recv(ends[0], bytes, 2, MSG_WAITALL);
}
