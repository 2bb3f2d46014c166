// A server's socket on loopback, and a client's.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in address;

static int bound(void) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  socklen_t length = sizeof address;
  address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  assert(bind(fd, (struct sockaddr *)&address, length) == 0);
  assert(getsockname(fd, (struct sockaddr *)&address, &length) == 0 && address.sin_port);
  return fd;
}

static int listening(void) {
  const int fd = bound();
  assert(listen(fd, 5) == 0);
  return fd;
}

static int connected(int fd) {
  return connect(fd, (struct sockaddr *)&address, sizeof address);
}

/// The two ends of a connection: that of who has connected first.
static void make_ends(int ends[2]) {
  const int server = listening();
  ends[0] = socket(AF_INET, SOCK_STREAM, 0);
  assert(connected(ends[0]) == 0);
  ends[1] = accept(server, NULL, NULL);
  assert(ends[1] >= 0);
}
