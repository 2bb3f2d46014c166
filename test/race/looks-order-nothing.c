// Looks at a pipe, socket or eventfd that change nothing (polls, a wait for an epoll, fcntl, FIONREAD, a read of nothing,
// a peek) order nothing between two threads: main's write comes before its look, and the other's behind its own, in
// every order of these, which commute. The first trace has main's look first; the second is that of the other order of
// the writes, which are steps once they race.
//
// RUN: %mcmini-cc -g %s -o looks
// RUN: bash -c 'for look in polls waits flags size nothing peek value; do \
// RUN:   %mcmini -k ./looks $look | FileCheck %s && \
// RUN:   %mcmini -k --algorithm=source ./looks $look | FileCheck %s && \
// RUN:   %mcmini -k --algorithm=dfs ./looks $look | FileCheck --check-prefix=ALL %s || exit 1; done'
// CHECK: data race: x: write at looks-order-nothing.c:[[#]] and write at looks-order-nothing.c:[[#]]
// CHECK: {{^}}2 traces: 2 completed
// ALL: data race: x: write at looks-order-nothing.c
//
// Who finds what another thread has done sees what that thread wrote before: it finds bytes (by a poll, a wait, a read, a
// peek, their number), the end, room in a pipe that was full, the value of an eventfd, a descriptor closed, a flag
// changed, or that there is none any more.
//
// RUN: %mcmini-cc -g -DFINDS %s -o finds
// RUN: bash -c 'for what in poll wait read peek size end shut room value closed flag none; do \
// RUN:   %mcmini -k ./finds $what | FileCheck --check-prefix=FINDS %s && \
// RUN:   %mcmini -k --algorithm=dfs ./finds $what | FileCheck --check-prefix=FINDS %s || exit 1; done'
// FINDS: mcmini: ok: nothing found
// FINDS: Every schedule of the program was explored
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
static int x, fd[2], full[2], pair[2], event, set;
static const char *how;
static char page[1 << 16];
static int is(const char *name) { return !strcmp(how, name); }
static int ready(int at, short events) {
  struct pollfd p = {at, events, 0};
  return poll(&p, 1, 0) == 1;
}
static int waits(void) {
  struct epoll_event e;
  return epoll_wait(set, &e, 1, 0) == 1;
}
static int size(void) {
  int n = 0;
  ioctl(fd[0], FIONREAD, &n);
  return n;
}
static void look(void) {
  char c;
  if (is("polls"))
    ready(fd[0], POLLIN);
  else if (is("waits"))
    waits();
  else if (is("flags"))
    fcntl(fd[0], F_GETFL);
  else if (is("size"))
    size();
  else if (is("nothing"))
    (void)!read(fd[0], &c, 1); // EAGAIN
  else if (is("peek"))
    recv(pair[0], &c, 1, MSG_PEEK | MSG_DONTWAIT);
  else
    ready(event, POLLIN);
}
static void hand_over(void) {
  uint64_t one = 1;
  if (is("end"))
    close(fd[1]);
  else if (is("shut"))
    shutdown(pair[1], SHUT_WR);
  else if (is("room"))
    (void)!read(full[0], page, sizeof page);
  else if (is("value"))
    (void)!write(event, &one, sizeof one);
  else if (is("closed"))
    close(fd[0]);
  else if (is("flag"))
    fcntl(fd[0], F_SETFL, 0);
  else if (is("none"))
    (void)!read(full[0], page, sizeof page);
  else if (is("peek"))
    (void)!write(pair[1], "a", 1);
  else
    (void)!write(fd[1], "a", 1);
}
static int finds(void) {
  char c;
  uint64_t value;
  if (is("poll"))
    return ready(fd[0], POLLIN);
  if (is("wait"))
    return waits();
  if (is("read"))
    return read(fd[0], &c, 1) == 1;
  if (is("peek"))
    return recv(pair[0], &c, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
  if (is("size"))
    return size() == 1;
  if (is("end"))
    return read(fd[0], &c, 1) == 0;
  if (is("shut"))
    return recv(pair[0], &c, 1, MSG_DONTWAIT) == 0;
  if (is("room"))
    return ready(full[1], POLLOUT);
  if (is("value"))
    return read(event, &value, sizeof value) == sizeof value;
  if (is("closed"))
    return read(fd[0], &c, 1) < 0 && errno == EBADF;
  if (is("flag"))
    return !(fcntl(fd[0], F_GETFL) & O_NONBLOCK);
  return !ready(full[0], POLLIN);
}
static void *other(void *a) {
#ifdef FINDS
  if (finds())
    x = 1;
#else
  look();
  x = 1;
#endif
  return a;
}
int main(int arguments, char **argument) {
  pthread_t t;
  struct epoll_event in = {.events = EPOLLIN};
  how = argument[arguments - 1];
  (void)!pipe2(fd, O_NONBLOCK);
  (void)!pipe(full);
  (void)!write(full[1], page, sizeof page);
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  event = eventfd(0, EFD_NONBLOCK);
  set = epoll_create1(0);
  epoll_ctl(set, EPOLL_CTL_ADD, fd[0], &in);
  pthread_create(&t, 0, other, 0);
  x = 2;
#ifdef FINDS
  hand_over();
#else
  look();
#endif
  pthread_join(t, 0);
}
