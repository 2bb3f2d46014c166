// test/message-queue/Inputs/kernel.c - random programs over a message queue, held against the
// kernel.
//
// How it is run: all_schedules.h.
#define _GNU_SOURCE
#include "../../Inputs/random.h"
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { THREADS = 3, CALLS = 4, DESCRIPTORS = 2 };
enum kind {
  SEND,
  RECEIVE,
  TIMED_SEND,
  TIMED_RECEIVE,
  ATTRIBUTES,
  SET,
  POLL,
  CLOSE,
  OPEN,
  UNLINK,
  ASK, // to be told
  TAKE, // the signal
  KINDS
};

struct call {
  enum kind kind;
  int of;   // the descriptor; 2: the one that the thread has opened
  int also; // meaning by kind
  char letter;
};

static struct {
  int threads, length[THREADS];
  bool is_nonblocking, has_unread, has_open, asks; // to be told
  int most;
  struct call call[THREADS][CALLS];
} program;

static mqd_t queue[DESCRIPTORS], opened[THREADS]; // all of one name
static char name[32];
static sigset_t signals;

//===- The program ----------------------------------------------------------------------------===//

static struct call random_call(char letter) {
  static const enum kind often[] = {SEND, SEND, RECEIVE, RECEIVE, TIMED_RECEIVE, ASK, TAKE};
  struct call c = {.kind = below(2) ? often[below(7)] : (enum kind)below(KINDS),
                   .of = (int)below(program.has_open ? 3 : 2),
                   .also = (int)below(6),
                   .letter = letter};
  if ((c.kind == OPEN && !program.has_open) || (c.kind >= ASK && !program.asks))
    c.kind = SEND;
  if (c.kind == RECEIVE && program.asks)
    c.kind = TIMED_RECEIVE; // who waits takes the message in the place of the notification
  if (c.kind == CLOSE && program.has_open)
    c.of = 2; // the number of another one would be used anew
  return c;
}

static void make_program(unsigned seed) {
  state = (seed + 1) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 8; i++)
    below(2);
  program.threads = 2 + (below(3) == 0);
  program.is_nonblocking = below(3) == 0;
  program.has_unread = below(3) == 0;
  program.has_open = below(3) == 0;
  program.asks = below(2);
  program.most = (int)(1 + below(2));
  for (int t = 0; t < program.threads; t++) {
    program.length[t] = (int)(2 + below(program.threads > 2 ? 2 : 3));
    for (int i = 0; i < program.length[t]; i++)
      program.call[t][i] = random_call((char)('a' + t * CALLS + i));
  }
}

__attribute__((constructor)) static void block_signal(void) {
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigprocmask(SIG_BLOCK, &signals, NULL);
}

static void open_descriptors(void) {
  struct mq_attr attributes = {.mq_maxmsg = program.most, .mq_msgsize = 4};
  const int flags = program.is_nonblocking ? O_NONBLOCK : 0;
  snprintf(name, sizeof name, "/mcmini-%d", (int)getpid());
  mq_unlink(name);
  queue[0] = mq_open(name, O_RDWR | O_CREAT | O_EXCL | flags, 0600, &attributes);
  queue[1] = mq_open(name, O_RDWR);
  for (int t = 0; t < THREADS; t++)
    opened[t] = -1;
  if (queue[0] < 0 || queue[1] < 0)
    abort();
  if (program.has_unread)
    mq_send(queue[0], "u", 1, 1);
}

static void close_descriptors(void) {
  const struct timespec now = {0};
  for (int i = 0; i < DESCRIPTORS; i++)
    mq_close(queue[i]);
  for (int t = 0; t < THREADS; t++)
    mq_close(opened[t]);
  mq_unlink(name);
  while (sigtimedwait(&signals, NULL, &now) > 0)
    ;
}

//===- Calls ----------------------------------------------------------------------------------===//

static int ask(const struct call *c, mqd_t q) {
  static const int how[] = {SIGEV_NONE, SIGEV_SIGNAL, SIGEV_SIGNAL};
  struct sigevent event = {.sigev_notify = how[c->also % 3], .sigev_signo = SIGUSR1};
  return mq_notify(q, c->also < 5 ? &event : NULL);
}

static int take(char *text) {
  const struct timespec now = {0};
  siginfo_t info = {0};
  const int got = sigtimedwait(&signals, &info, &now);
  sprintf(text, "%d", got > 0 ? info.si_code : 0);
  return got;
}

/// What came of it, as text; false: it would block.
static bool run(int thread, const struct call *c, char result[80]) {
  static const struct timespec past = {1, 0};
  const mqd_t q = c->of == 2 ? opened[thread] : queue[c->of];
  struct mq_attr attributes = {.mq_flags = c->also & 1 ? O_NONBLOCK : 0};
  struct pollfd polled = {q, POLLIN | POLLOUT, 0};
  char text[40] = "", data[5] = "";
  unsigned priority = 9;
  int got = 0;
  memset(data, c->letter, sizeof data);
  errno = 0;
  switch (c->kind) {
  case SEND:
    got = mq_send(q, data, (size_t)(c->also == 5 ? 5 : c->also % 3), (unsigned)(c->also % 3));
    break;
  case TIMED_SEND:
    got = mq_timedsend(q, data, 1, (unsigned)(c->also % 2), &past);
    break;
  case RECEIVE:
  case TIMED_RECEIVE:
    got = (int)(c->kind == RECEIVE ? mq_receive(q, data, sizeof data, &priority)
                                   : mq_timedreceive(q, data, sizeof data, &priority, &past));
    sprintf(text, "%.*s.%u", got < 0 ? 0 : got, data, priority);
    break;
  case ATTRIBUTES:
  case SET:
    got = c->kind == SET ? mq_setattr(q, &attributes, &attributes) : mq_getattr(q, &attributes);
    sprintf(text, "%ld.%ld.%ld", got ? 0 : attributes.mq_flags, attributes.mq_maxmsg,
            attributes.mq_curmsgs);
    break;
  case POLL:
    got = poll(&polled, 1, 0);
    sprintf(text, "%x", got < 0 ? 0 : polled.revents);
    break;
  case CLOSE:
    got = mq_close(q);
    if (c->of == 2)
      opened[thread] = -1;
    break;
  case OPEN:
    if (opened[thread] >= 0)
      break;
    opened[thread] = mq_open(name, c->also & 1 ? O_RDONLY : O_WRONLY | O_NONBLOCK);
    got = opened[thread] < 0 ? -1 : 0;
    break;
  case UNLINK:
    got = mq_unlink(name);
    break;
  case ASK:
    got = ask(c, q);
    break;
  default:
    got = take(text);
  }
  if (got < 0 && errno == EINTR)
    return c->kind != SEND && c->kind != RECEIVE && run(thread, c, result);
  sprintf(result, "%d:%d:%s:%s", (int)c->kind, got, got < 0 ? strerrorname_np(errno) : "", text);
  return true;
}

static bool run_call(int thread, int number, char result[80]) {
  return run(thread, &program.call[thread][number], result);
}

#include "../../pipe/Inputs/all_schedules.h"
