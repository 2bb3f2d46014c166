// test/pipe/Inputs/kernel.c - random programs over descriptors, held against the kernel.
//
// How it is run: all_schedules.h.
#define _GNU_SOURCE
#include "../../Inputs/random.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { THREADS = 3, CALLS = 4, DESCRIPTORS = 4 };
enum kind {
  SEND,
  RECEIVE,
  PEEK,
  MESSAGE,
  CLOSE,
  SHUTDOWN,
  POLL,
  SELECT,
  SIZE,
  FLAGS,
  CONTROL,
  WAIT,
  KINDS
};
enum object { STREAM, DATAGRAM, SEQPACKET, TCP, PIPE, EVENTFD, OBJECTS };

struct call {
  enum kind kind;
  int of;                // the descriptor
  int size, flags, also; // meaning by kind
  char letter;           // what is sent
};

static struct {
  enum object object;
  int threads, length[THREADS];
  bool has_copy, is_nonblocking, has_unread, has_epoll, has_both; // ends in the epoll
  int end;                                                        // or this one alone
  uint32_t events; // of the first descriptor in the epoll
  struct call call[THREADS][CALLS];
} program;

static int fd[DESCRIPTORS]; // two ends, a copy of the first, an epoll

//===- The program ----------------------------------------------------------------------------===//

/// A stream tells its writers where all that was written at once has been read, and not before.
static uint32_t random_events(void) {
  static const uint32_t events[] = {
      EPOLLIN, EPOLLOUT, EPOLLIN | EPOLLOUT, EPOLLRDHUP, EPOLLIN | EPOLLRDHUP, 0};
  const uint32_t wanted = (events[below(6)] & (program.has_both ? ~(uint32_t)EPOLLOUT : ~0u)) |
                          (below(3) ? 0 : EPOLLONESHOT);
  const bool on_edge = below(2) && !((program.object == STREAM || program.object == TCP) && wanted & EPOLLOUT);
  return wanted | (on_edge ? EPOLLET : 0);
}

static struct call random_call(char letter) {
  static const enum kind often[] = {SEND, SEND, RECEIVE, RECEIVE, WAIT, WAIT, CONTROL};
  struct call c = {.kind = below(2) ? often[below(program.has_epoll ? 7 : 4)]
                                    : (enum kind)below(program.has_epoll ? KINDS : CONTROL),
                   .letter = letter};
  c.of = (int)below(program.has_copy ? 3 : 2);
  c.size = (int)(1 + below(3));
  c.flags = (below(3) ? 0 : MSG_DONTWAIT) | (below(3) ? 0 : MSG_TRUNC);
  c.also = (int)below(8);
  if (c.kind == CONTROL) {
    c.flags = (int)random_events();
    c.of = program.has_both ? c.of % 2 : program.end;
  }
  if (program.object >= PIPE && (c.kind == MESSAGE || c.kind == SHUTDOWN))
    c.kind = RECEIVE;
  return c;
}

static void make_program(unsigned seed) {
  state = (seed + 1) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 8; i++)
    below(2);
  program.object = (enum object)below(OBJECTS);
  program.threads = 2 + (below(3) == 0);
  program.has_copy = below(4) == 0;
  program.is_nonblocking = below(5) == 0;
  program.has_unread = below(3) == 0;
  program.has_epoll = below(2);
  program.has_both = program.object < PIPE && below(2);
  program.end = (int)below(2);
  program.events = random_events();
  for (int t = 0; t < program.threads; t++) {
    program.length[t] = (int)(2 + below(program.threads > 2 ? 2 : 3));
    for (int i = 0; i < program.length[t]; i++)
      program.call[t][i] = random_call((char)('a' + t * CALLS + i));
  }
}

static int server = -1; // listens; the same for all executions

static void connect_tcp(int flags) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr *any = (struct sockaddr *)&address;
  socklen_t length = sizeof address;
  if (server < 0) {
    server = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(server, any, length) || listen(server, 1))
      abort();
  }
  fd[0] = socket(AF_INET, SOCK_STREAM, 0);
  if (getsockname(server, any, &length) || connect(fd[0], any, length))
    abort();
  fd[1] = accept4(server, NULL, NULL, flags ? SOCK_NONBLOCK : 0);
  const int on = 1;
  setsockopt(fd[0], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(fd[1], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (flags)
    fcntl(fd[0], F_SETFL, O_NONBLOCK);
}

static void open_descriptors(void) {
  static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
  const int flags = program.is_nonblocking ? O_NONBLOCK : 0;
  if (program.object == PIPE && pipe2(fd, flags))
    abort();
  if (program.object == EVENTFD) {
    fd[0] = eventfd(program.has_unread, flags ? EFD_NONBLOCK : 0);
    fd[1] = dup(fd[0]);
  }
  if (program.object == TCP)
    connect_tcp(flags);
  if (program.object < TCP && socketpair(AF_UNIX, types[program.object] | flags, 0, fd))
    abort();
  if (program.has_unread && program.object < PIPE)
    send(fd[1], "u", 1, 0);
  fd[2] = program.has_copy ? dup(fd[0]) : -1;
  fd[3] = program.has_epoll ? epoll_create1(0) : -1;
  struct epoll_event first = {.events = program.events, .data.fd = program.end};
  if (program.has_epoll && epoll_ctl(fd[3], EPOLL_CTL_ADD, fd[program.end], &first))
    abort();
}

static void close_descriptors(void) {
  for (int i = 0; i < DESCRIPTORS; i++)
    close(fd[i]);
}

//===- Calls ----------------------------------------------------------------------------------===//

static int transfer(const struct call *c, char *text) {
  char data[16] = "";
  uint64_t value = (uint64_t)c->size;
  const bool is_socket = program.object < PIPE;
  int got;
  memset(data, c->letter, 3);
  switch (c->kind) {
  case SEND:
    if (is_socket)
      return (int)send(fd[c->of], data, (size_t)c->size, c->flags & MSG_DONTWAIT);
    return (int)(program.object == PIPE ? write(fd[c->of], data, (size_t)c->size)
                                        : write(fd[c->of], &value, sizeof value));
  case RECEIVE:
  case PEEK:
    if (program.object == EVENTFD) {
      got = (int)read(fd[c->of], &value, sizeof value);
      sprintf(text, "%d", got > 0 ? (int)value : 0);
      return got;
    }
    got = (int)(is_socket ? recv(fd[c->of], data, (size_t)c->size,
                                 c->flags | (c->kind == PEEK ? MSG_PEEK : 0))
                          : read(fd[c->of], data, (size_t)c->size));
    break;
  default: {
    struct iovec part[] = {{data, 1}, {data + 1, (size_t)c->size - 1}};
    struct msghdr message = {.msg_iov = part, .msg_iovlen = 2, .msg_flags = 0x7f};
    got = (int)recvmsg(fd[c->of], &message, c->flags);
    sprintf(text + 8, "%x", got < 0 ? 0 : message.msg_flags);
  }
  }
  memcpy(text, data, got < 0 ? 0 : got > 3 ? 3 : (size_t)got);
  return got;
}

static int ask_poll(const struct call *c, char *text) {
  static const short events[] = {POLLIN, POLLOUT, POLLIN | POLLOUT, POLLRDHUP, POLLIN | POLLRDHUP,
                                 0};
  struct pollfd p[] = {{fd[c->of], events[c->also % 6], 0}, {fd[1 - c->of % 2], POLLIN, 0}};
  // Nothing twice: what is looked at in two steps is not looked at at one moment.
  const bool both = program.object < PIPE && c->size == 3 && c->also % 6 == 0;
  const int ready = poll(p, 1 + both, c->size == 1 ? -1 : 0);
  sprintf(text, "%x.%x", ready < 0 ? 0 : p[0].revents, ready < 0 ? 0 : p[1].revents);
  return ready;
}

static int ask_select(const struct call *c, char *text) {
  fd_set in, out;
  struct timeval now = {0, 0};
  FD_ZERO(&in);
  FD_ZERO(&out);
  if (c->also != 1)
    FD_SET(fd[c->of], &in);
  if (c->also < 3)
    FD_SET(fd[c->of], &out);
  const int ready = select(fd[c->of] + 1, &in, &out, NULL, c->size == 1 ? NULL : &now);
  if (ready >= 0)
    sprintf(text, "%d%d", FD_ISSET(fd[c->of], &in) != 0, FD_ISSET(fd[c->of], &out) != 0);
  return ready;
}

static int control(const struct call *c) {
  static const int operations[] = {EPOLL_CTL_ADD, EPOLL_CTL_ADD, EPOLL_CTL_MOD, EPOLL_CTL_DEL};
  struct epoll_event event = {.events = (uint32_t)c->flags, .data.fd = c->of};
  return epoll_ctl(fd[3], operations[c->also % 4], fd[c->of], &event);
}

/// In which order they are told is not compared.
static int wait_for_events(const struct call *c, char *text) {
  struct epoll_event event[4];
  uint32_t of[4] = {0};
  const int ready = epoll_wait(fd[3], event, 4, c->size == 1 ? -1 : 0);
  for (int i = 0; i < ready; i++)
    of[event[i].data.fd] |= event[i].events | 0x10000;
  sprintf(text, "%x.%x.%x", of[0], of[1], of[2]);
  return ready;
}

/// Does not block, but a signal can end it.
static bool is_query(const struct call *c) {
  return (c->kind == POLL || c->kind == SELECT || c->kind == WAIT) && c->size > 1;
}

/// What came of it, as text; false: it would block.
static bool run(const struct call *c, char result[80]) {
  static const int how[] = {SHUT_RD, SHUT_WR, SHUT_RDWR};
  char text[40] = "";
  int got = 0, bytes = 0;
  errno = 0;
  switch (c->kind) {
  case CLOSE:
    got = close(fd[c->of]);
    break;
  case SHUTDOWN:
    got = shutdown(fd[c->of], how[c->size - 1]);
    break;
  case POLL:
    got = ask_poll(c, text);
    break;
  case SELECT:
    got = ask_select(c, text);
    break;
  case CONTROL:
    got = control(c);
    break;
  case WAIT:
    got = wait_for_events(c, text);
    break;
  case SIZE:
    got = program.object == EVENTFD ? 0 : ioctl(fd[c->of], FIONREAD, &bytes);
    sprintf(text, "%d", bytes);
    break;
  case FLAGS:
    got = c->also ? fcntl(fd[c->of], F_GETFL) & (O_NONBLOCK | 0x10000000)
                  : fcntl(fd[c->of], F_SETFL, c->size > 1 ? O_NONBLOCK : 0);
    break;
  default:
    got = transfer(c, text);
  }
  if (got < 0 && errno == EINTR)
    return is_query(c) && run(c, result);
  sprintf(result, "%d:%d:%s:%s:%s", (int)c->kind, got, got < 0 ? strerrorname_np(errno) : "", text,
          c->kind == MESSAGE ? text + 8 : "");
  return true;
}

static bool run_call(int thread, int number, char result[80]) {
  return run(&program.call[thread][number], result);
}

#include "all_schedules.h"
