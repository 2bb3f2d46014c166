// A server, and no client: what it does with one is not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py client %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <arpa/inet.h>
#include <sys/socket.h>

static void act(void) {
  const struct sockaddr_in address = {AF_INET, 0, {htonl(INADDR_LOOPBACK)}};
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  bind(fd, (const struct sockaddr *)&address, sizeof address);
  listen(fd, 1);
  accept(fd, NULL, NULL);
}
