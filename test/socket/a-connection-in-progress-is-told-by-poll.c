// A connect that must not block says that it is in progress; poll tells when it is done or refused,
// SO_ERROR which of both. The server listens before or after: 2 traces.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --algorithm=optimal %t | FileCheck %s
// RUN: not %mcmini %t 1 | FileCheck --check-prefix=SECOND %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
// SECOND: assertion failed
#include "Inputs/loopback.h"

static int server;

static void *listens(void *unused) {
  assert(listen(server, 1) == 0);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread;
  int error;
  socklen_t length = sizeof error;
  server = bound();
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  pthread_create(&thread, NULL, listens, NULL);
  assert(connected(fd) < 0 && errno == EINPROGRESS);
  struct pollfd p = {fd, POLLOUT};
  assert(poll(&p, 1, -1) == 1);
  assert(getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0);
  assert(p.revents == (error ? POLLOUT | POLLERR | POLLHUP : POLLOUT));
  assert(error == 0 || error == ECONNREFUSED);
  assert(error || write(fd, "a", 1) == 1);
  pthread_join(thread, NULL);
  assert(count < 2 || error == 0);
}
