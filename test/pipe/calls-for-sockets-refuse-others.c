// What is no socket, a wrong `how`, recv of no bytes, FIONREAD of an eventfd: the kernel's errors,
// also of the system calls. A shutdown of a pipe and its close come in either order: 2 traces.
//
// RUN: %clang -O1 -w %s -o native && ./native
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --output=all %t | FileCheck %s
// CHECK-DAG: {{^}}closed: EBADF
// CHECK-DAG: {{^}}open: ENOTSOCK
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];

static void *closer(void *argument) {
  assert(close(ends[1]) == 0);
  return argument;
}

#define FAILS(call, error) assert((call) == -1 && errno == (error))

static void no_socket(int fd) {
  char bytes[8] = "";
  struct msghdr message = {0};
  struct mmsghdr messages = {0};
  FAILS(shutdown(fd, SHUT_RD), ENOTSOCK);
  FAILS(shutdown(fd, 9), ENOTSOCK);
  FAILS(recv(fd, bytes, 8, 0), ENOTSOCK);
  FAILS(send(fd, bytes, 8, 0), ENOTSOCK);
  FAILS(recvfrom(fd, bytes, 8, 0, NULL, NULL), ENOTSOCK);
  FAILS(sendto(fd, bytes, 8, 0, NULL, 0), ENOTSOCK);
  FAILS(recvmsg(fd, &message, 0), ENOTSOCK);
  FAILS(sendmsg(fd, &message, 0), ENOTSOCK);
  FAILS(recvmmsg(fd, &messages, 1, 0, NULL), ENOTSOCK);
  FAILS(sendmmsg(fd, &messages, 1, 0), ENOTSOCK);
  FAILS(syscall(SYS_shutdown, fd, SHUT_RD), ENOTSOCK);
  FAILS(syscall(SYS_recvfrom, fd, bytes, 8, 0, NULL, NULL), ENOTSOCK);
  FAILS(syscall(SYS_sendto, fd, bytes, 8, 0, NULL, 0), ENOTSOCK);
}

static void sockets(int type) {
  int pair[2], bytes = 0;
  char c = 'x';
  struct iovec none = {&c, 0};
  struct msghdr message = {.msg_iov = &none, .msg_iovlen = 1};
  socketpair(AF_UNIX, type, 0, pair);
  FAILS(shutdown(pair[0], 7), EINVAL);
  FAILS(syscall(SYS_shutdown, pair[0], -1), EINVAL);
  FAILS(fcntl(pair[0], F_SETPIPE_SZ, 4096), EBADF);
  FAILS(fcntl(pair[0], F_SETFL, O_DIRECT), EINVAL);
  FAILS(recv(pair[0], &c, 0, MSG_DONTWAIT), EAGAIN);
  FAILS(recvmsg(pair[0], &message, MSG_DONTWAIT), EAGAIN);
  assert(read(pair[0], &c, 0) == 0 && readv(pair[0], &none, 1) == 0);
  assert(send(pair[1], "a", 1, 0) == 1);
  assert(readv(pair[0], &none, 1) == 0 && syscall(SYS_readv, pair[0], &none, 1) == 0);
  assert(syscall(SYS_read, pair[0], &c, 0) == 0);
  assert(ioctl(pair[0], FIONREAD, &bytes) == 0 && bytes == 1);
  // Of a stream they stay, a message is gone.
  assert(recv(pair[0], &c, 0, 0) == 0);
  assert(recv(pair[0], &c, 1, MSG_DONTWAIT) == (type == SOCK_STREAM ? 1 : -1));
  close(pair[1]);
  if (type == SOCK_STREAM)
    assert(recv(pair[0], &c, 0, 0) == 0);
  close(pair[0]);
}

int main(void) {
  pthread_t thread;
  int bytes;
  pipe(ends);
  const int event = eventfd(3, 0);
  no_socket(ends[0]);
  no_socket(ends[1]);
  no_socket(event);
  FAILS(ioctl(event, FIONREAD, &bytes), ENOTTY);
  FAILS(ioctl(event, FIONREAD, NULL), ENOTTY);
  FAILS(fcntl(event, F_SETPIPE_SZ, 4096), EBADF);
  FAILS(fcntl(event, F_SETFL, O_DIRECT), EINVAL);
  FAILS(shutdown(-1, 7), EBADF);
  sockets(SOCK_STREAM);
  sockets(SOCK_DGRAM);
  sockets(SOCK_SEQPACKET);
  pthread_create(&thread, NULL, closer, NULL);
  assert(shutdown(ends[1], SHUT_WR) == -1);
  puts(errno == EBADF ? "closed: EBADF" : errno == ENOTSOCK ? "open: ENOTSOCK" : "?");
  pthread_join(thread, NULL);
}
