// O_NONBLOCK and MSG_DONTWAIT: a read of an empty pipe, of one with a byte, a write to a full one.
// One read against one write: the read is first (EAGAIN) or second: 2 traces.
//
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini %t | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *argument) {
  assert(write(ends[1], "x", 1) == 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  static char page[4096];
  char c;
  int pair[2], bytes = -1, pages = 0;
  assert(pipe2(ends, O_NONBLOCK) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  while (write(ends[1], page, sizeof page) == sizeof page)
    pages++;
  assert(pages == 16 && errno == EAGAIN);
  assert(ioctl(ends[0], FIONREAD, &bytes) == 0 && bytes == 65536);
  assert(fcntl(ends[0], F_GETFL) == (O_RDONLY | O_NONBLOCK));
  while (read(ends[0], page, sizeof page) > 0)
    pages--;
  assert(pages == 0 && errno == EAGAIN);
  assert(recv(pair[0], &c, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  assert(fcntl(pair[0], F_SETFL, O_NONBLOCK) == 0 && read(pair[0], &c, 1) == -1);
  assert(read(-1, &c, 1) == -1 && errno == EBADF && read(ends[1], &c, 1) == -1);
  pthread_create(&thread, NULL, writer, NULL);
  const ssize_t got = read(ends[0], &c, 1);
  assert((got == 1 && c == 'x') || (got == -1 && errno == EAGAIN));
  pthread_join(thread, NULL);
}
