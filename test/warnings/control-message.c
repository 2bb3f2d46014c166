// A descriptor that is sent to another thread never comes: what it does with that is not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py control-message %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static void act(void) {
  int ends[2];
  char byte = 'a', control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec buffer = {&byte, 1};
  struct msghdr message = {
      .msg_iov = &buffer, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  *CMSG_FIRSTHDR(&message) = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
  memcpy(CMSG_DATA(CMSG_FIRSTHDR(&message)), &ends[0], sizeof(int));
  sendmsg(ends[1], &message, 0);
}
