// An epoll in another one, poll of an epoll, its copy, a socketpair of SOCK_RAW: each is
// told.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini %t | FileCheck %s
// CHECK-DAG: warning: an epoll in an epoll is not modelled
// CHECK-DAG: warning: poll and select of an epoll are not modelled
// CHECK-DAG: warning: a copy of an epoll's descriptor is not modelled
// CHECK-DAG: warning: EPOLLEXCLUSIVE is ignored
// CHECK-DAG: warning: only socketpairs of AF_UNIX and SOCK_STREAM, SOCK_DGRAM or
// CHECK: 0 failed
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static void *body(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  int ends[2];
  struct epoll_event event = {.events = EPOLLIN | EPOLLEXCLUSIVE};
  const int outer = epoll_create1(0), inner = epoll_create1(0);
  pipe(ends);
  epoll_ctl(inner, EPOLL_CTL_ADD, ends[0], &event);
  epoll_ctl(outer, EPOLL_CTL_ADD, inner, &event);
  poll(&(struct pollfd){inner, POLLIN, 0}, 1, 0);
  dup(inner);
  socketpair(AF_UNIX, SOCK_RAW, 0, ends);
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}
