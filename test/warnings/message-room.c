// A fourth message of 100,000 bytes would wait until one is read; here there is room for 278.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py message-room %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static void act(void) {
  static char bytes[100000];
  int ends[2];
  socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
  for (int i = 0; i < 4; i++)
    write(ends[1], bytes, sizeof bytes);
}
