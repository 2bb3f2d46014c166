// A socket's receive timeout may pass before the other thread writes. That outcome is not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py setsockopt %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static void act(void) {
  int ends[2];
  const struct timeval time = {1, 0};
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}
