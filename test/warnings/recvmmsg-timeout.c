// The timeout of recvmmsg may pass between two messages. That outcome is not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py recvmmsg-timeout %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static void act(void) {
  int ends[2];
  char byte;
  struct iovec buffer = {&byte, 1};
  struct mmsghdr message = {.msg_hdr = {.msg_iov = &buffer, .msg_iovlen = 1}};
  struct timespec time = {1, 0};
  socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
  write(ends[1], "a", 1);
  recvmmsg(ends[0], &message, 1, 0, &time);
}
