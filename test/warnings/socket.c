// Two sockets of one address, which the kernel would give connections in turn: one of them has none here.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py socket %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <arpa/inet.h>
#include <sys/socket.h>

static void act(void) {
  const struct sockaddr_in address = {AF_INET, htons(21235), {htonl(INADDR_LOOPBACK)}};
  const int on = 1;
  for (int i = 0; i < 2; i++) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    bind(fd, (const struct sockaddr *)&address, sizeof address);
    listen(fd, 1);
  }
}
