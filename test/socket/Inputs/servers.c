// test/socket/Inputs/servers.c - random programs that bind, listen, connect and accept, held against
// the kernel as test/pipe/Inputs/kernel.c is (all_schedules.h).
#define _GNU_SOURCE
#include "../../Inputs/random.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { THREADS = 3, CALLS = 4, LOW = 9, TRIES = 3 };
enum kind {
  BIND,
  LISTEN,
  CONNECT,
  ACCEPT,
  SEND,
  RECEIVE,
  CLOSE_SERVER,
  CLOSE,
  SHUTDOWN_SERVER,
  POLL_SERVER,
  POLL,
  ERROR,
  NAMES,
  UNLINK,
  KINDS
};
enum family { TCP, ABSTRACT, PATH, FAMILIES };

struct call {
  enum kind kind;
  int of; // which of two servers
  int size;
};

static struct {
  enum family family;
  int threads, length[THREADS], backlog;
  bool is_bound, is_listening, is_nonblocking;
  struct call call[THREADS][CALLS];
} program;

static int server[2], connection[THREADS]; // each thread has one, by connect or by accept
static bool is_connected[THREADS], has_bound[THREADS][2];

static struct call random_call(void) {
  static const enum kind often[] = {CONNECT, CONNECT, ACCEPT, ACCEPT, SEND, RECEIVE, CLOSE};
  struct call c = {.kind = below(3) ? often[below(7)] : (enum kind)below(KINDS)};
  c.of = program.family == TCP ? 0 : below(4) == 0;
  c.size = (int)below(3);
  if (c.kind == SHUTDOWN_SERVER)
    c.of = 0;
  if (c.kind == UNLINK && program.family != PATH)
    c.kind = CONNECT;
  return c;
}

static void make_program(unsigned seed) {
  state = (seed + 1) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 8; i++)
    below(2);
  program.family = (enum family)below(FAMILIES);
  program.threads = 2 + (below(3) == 0);
  program.is_bound = below(5) != 0;
  program.is_listening = program.is_bound && below(5) != 0;
  program.is_nonblocking = below(4) == 0;
  program.backlog = program.family == TCP ? 5 : (int)below(2);
  for (int t = 0; t < program.threads; t++) {
    program.length[t] = (int)(2 + below(program.threads > 2 ? 2 : 3));
    for (int i = 0; i < program.length[t]; i++)
      program.call[t][i] = random_call();
  }
}

//===- Calls ----------------------------------------------------------------------------------===//

static union {
  struct sockaddr any;
  struct sockaddr_in in;
  struct sockaddr_un un;
} address;
static socklen_t length;

static void name_address(void) {
  if (program.family == TCP) {
    address.in = (struct sockaddr_in){.sin_family = AF_INET,
                                      .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                      .sin_port = htons((uint16_t)(20000 + getpid() % 10000))};
    length = sizeof address.in;
  } else {
    address.un.sun_family = AF_UNIX;
    const int n = sprintf(address.un.sun_path + 1, "mcmini-servers-%d", getpid());
    address.un.sun_path[0] = program.family == PATH ? 's' : 0;
    length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + (size_t)n + 2);
  }
}

static int new_socket(void) {
  const int fd = socket(program.family == TCP ? AF_INET : AF_UNIX,
                        SOCK_STREAM | (program.is_nonblocking ? SOCK_NONBLOCK : 0), 0);
  const int on = 1;
  if (program.family == TCP)
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  return fd;
}

static void open_descriptors(void) {
  name_address();
  if (program.family == PATH)
    unlink(address.un.sun_path);
  int low[LOW]; // which new ones get: no closed server's number is another one's
  for (int i = 0; i < LOW; i++)
    low[i] = open("/dev/null", O_RDONLY);
  server[0] = new_socket();
  server[1] = new_socket();
  for (int i = 0; i < LOW; i++)
    close(low[i]);
  if (program.is_bound && bind(server[0], &address.any, length))
    abort();
  if (program.is_listening && listen(server[0], program.backlog))
    abort();
  for (int t = 0; t < THREADS; t++)
    connection[t] = -1, is_connected[t] = has_bound[t][0] = has_bound[t][1] = false;
}

static void close_descriptors(void) {
  const struct linger at_once = {1, 0};
  for (int t = 0; t < THREADS; t++) {
    setsockopt(connection[t], SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(connection[t]);
  }
  for (int i = 0; i < 2; i++)
    close(server[i]);
}

static int connect_one(int t) {
  sigset_t alarm, before;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  if (connection[t] < 0)
    connection[t] = new_socket();
  if (program.family == TCP)
    pthread_sigmask(SIG_BLOCK, &alarm, &before);
  const int result = connect(connection[t], &address.any, length);
  const int error = errno;
  if (program.family == TCP)
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  is_connected[t] |= result == 0 || error == EINPROGRESS;
  return result;
}

static int accept_one(int t, int from) {
  if (connection[t] >= 0)
    return -2;
  const int fd = accept4(server[from], NULL, NULL, program.is_nonblocking ? SOCK_NONBLOCK : 0);
  connection[t] = fd;
  is_connected[t] = fd >= 0;
  return fd < 0 ? -1 : 0;
}

static int poll_one(int fd, int size, char *text) {
  static const short events[] = {POLLIN, POLLIN | POLLRDHUP, POLLIN};
  struct pollfd p = {fd, events[size], 0};
  const int ready = poll(&p, 1, 0);
  sprintf(text, "%x", ready < 0 ? 0 : p.revents);
  return ready;
}

/// What came of it, as text; false: it would block.
static bool run(int t, const struct call *c, char result[80], int tries) {
  static const int how[] = {SHUT_RD, SHUT_WR, SHUT_RDWR};
  char text[40] = "";
  int got = 0, error = 0;
  socklen_t size = sizeof error, room = sizeof(struct sockaddr_un);
  struct sockaddr_un name;
  errno = 0;
  const bool needs = c->kind == SEND || c->kind == RECEIVE || c->kind == POLL || c->kind == ERROR ||
                     c->kind == NAMES;
  // What the kernel alone knows of is not modelled; an address comes before EISCONN, and before EINVAL.
  const bool again = program.family != TCP && c->kind == CONNECT && is_connected[t];
  const bool bound = c->kind == BIND && c->of == 0 && program.is_bound;
  const bool is_server = (c->of == 0 && program.is_bound) || has_bound[t][c->of];
  const bool no_server = (c->kind == LISTEN || c->kind == ACCEPT) && !is_server;
  if ((needs && !is_connected[t]) || again || bound || no_server) {
    strcpy(result, "-");
    return true;
  }
  switch (c->kind) {
  case BIND:
    got = bind(server[c->of], &address.any, length);
    has_bound[t][c->of] |= got == 0;
    break;
  case LISTEN:
    got = listen(server[c->of], program.backlog);
    break;
  case CONNECT:
    got = connect_one(t);
    break;
  case ACCEPT:
    got = accept_one(t, c->of);
    break;
  case SEND:
    got = (int)send(connection[t], "abc", (size_t)c->size + 1, 0);
    break;
  case RECEIVE:
    got = (int)recv(connection[t], text, (size_t)c->size + 1, 0);
    break;
  case CLOSE_SERVER:
    got = close(server[c->of]);
    break;
  case CLOSE:
    got = close(connection[t]);
    connection[t] = -1;
    is_connected[t] = false;
    break;
  case SHUTDOWN_SERVER:
    got = !program.is_bound ? -2 : shutdown(server[c->of], how[c->size]);
    break;
  case POLL_SERVER:
    got = poll_one(server[c->of], c->size, text);
    break;
  case POLL:
    got = poll_one(connection[t], c->size, text);
    break;
  case ERROR:
    got = getsockopt(connection[t], SOL_SOCKET, SO_ERROR, &error, &size);
    sprintf(text, "%d", error);
    break;
  case NAMES:
    got = getpeername(connection[t], (struct sockaddr *)&name, &room);
    break;
  default:
    got = unlink(address.un.sun_path);
  }
  if (got < 0 && errno == EINTR) // some calls do without having to wait
    return tries > 0 && run(t, c, result, tries - 1);
  sprintf(result, "%d:%d:%s:%s", (int)c->kind, got, got == -1 ? strerrorname_np(errno) : "", text);
  return true;
}

static bool run_call(int thread, int number, char result[80]) {
  return run(thread, &program.call[thread][number], result, TRIES);
}

#include "../../pipe/Inputs/all_schedules.h"
