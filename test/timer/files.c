// Timerfds, counted by hand. The search could hide the order of the timer and of who reads, polls or stops it.
//
// read: main sets it and reads: the read waits for it: 1.
// again: a read that does not wait comes before the timer, or behind it: 2.
// poll: a poll without a timeout waits for it, the read behind that finds 1: 1. And one with a timeout ends
// by it, or by the timeout: then the read finds it, or not: 3.
// epoll: the same as the first, by an epoll; epoll_ctl looks whether it is ready: before the timer expires, or behind: 2.
// stop: it is stopped before it expires or behind; neither leaves anything to be read, as the new time forgets
// what was counted: 2.
// two: another thread reads. Who comes first waits no more, the other one waits for ever: 2, both deadlocks.
// period: with an interval it expires twice. Of two reads the first finds 1, and the second the other 1; or one finds 2, and
// the other waits for a third time, which is not explored: 2.
// close: the last close deletes it, armed or not; expire before or behind the close, which it does not see: 2.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini -q -k %t read | FileCheck %s --check-prefixes=OK,ONE
// RUN: %mcmini -q -k --threads=kernel --isolation=fork %t read | FileCheck %s --check-prefixes=OK,ONE
// RUN: %mcmini -q -k %t again | FileCheck %s --check-prefixes=OK,TWO
// RUN: %mcmini -q -k --algorithm=pop %t again | FileCheck %s --check-prefixes=OK,TWO
// RUN: %mcmini -q -k %t poll | FileCheck %s --check-prefixes=OK,ONE
// RUN: %mcmini -q -k %t timed | FileCheck %s --check-prefixes=OK,THREE
// RUN: %mcmini -q -k %t epoll | FileCheck %s --check-prefixes=OK,TWO
// RUN: %mcmini -q -k %t stop | FileCheck %s --check-prefixes=OK,TWO
// RUN: %mcmini --lint -q -k %t stop | FileCheck %s --check-prefix=OK
// RUN: not %mcmini -q -k %t two | FileCheck %s --check-prefix=BOTH
// RUN: not %mcmini -q -k %t period | FileCheck %s --check-prefix=PERIOD
// RUN: %mcmini -q -k %t close | FileCheck %s --check-prefixes=OK,TWO
// RUN: %mcmini -q -k %t returns | FileCheck %s --check-prefix=OK
// OK: mcmini: ok: nothing found
// ONE: 1 traces: 1 completed
// TWO: 2 traces: 2 completed
// THREE: 3 traces: 3 completed
// BOTH: 2 traces: 0 completed, 2 deadlocked
// PERIOD: mcmini: incomplete: nothing found, but what the program does when a timer has expired more than 2 times
// PERIOD: 2 traces:
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

static const char *what;
static int fd;

static int is(const char *name) { return !strcmp(what, name); }

static int set(int seconds, int interval) {
  const struct itimerspec value = {{interval, 0}, {seconds, 0}};
  struct itimerspec old;
  assert(timerfd_settime(fd, 0, &value, &old) == 0);
  return (int)old.it_value.tv_sec + (old.it_value.tv_nsec > 0);
}

static uint64_t count(void) {
  uint64_t count = 0;
  const ssize_t bytes = read(fd, &count, sizeof count);
  assert(bytes == sizeof count || (bytes == -1 && errno == EAGAIN));
  return count;
}

static void *reads(void *unused) {
  assert(count() == 1);
  return unused;
}

static void returns(void) {
  struct itimerspec now;
  uint64_t one = 1;
  char byte;
  assert(timerfd_gettime(fd, &now) == 0 && !now.it_value.tv_sec && !now.it_value.tv_nsec);
  assert(count() == 0 && write(fd, &one, sizeof one) == -1 && errno == EINVAL);
  assert(read(fd, &byte, 1) == -1 && errno == EINVAL);
  assert(timerfd_settime(fd, 0, &(struct itimerspec){{0, 0}, {0, -1}}, NULL) == -1 && errno == EINVAL);
  assert(poll(&(struct pollfd){fd, POLLIN | POLLOUT}, 1, 0) == 0);
  close(fd);
  assert(timerfd_gettime(fd, &now) == -1 && errno == EBADF);
}

int main(int number, char **argument) {
  what = argument[number - 1];
  const int waits = is("read") || is("poll") || is("epoll") || is("two") || is("period");
  struct pollfd polled = {.events = POLLIN};
  pthread_t other;
  polled.fd = fd = timerfd_create(CLOCK_MONOTONIC, waits ? 0 : TFD_NONBLOCK);
  if (is("two"))
    pthread_create(&other, NULL, reads, NULL);
  if (is("returns"))
    returns();
  else
    set(1, is("period"));
  if (is("epoll")) {
    struct epoll_event event = {.events = EPOLLIN};
    const int epoll = epoll_create1(0);
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    assert(epoll_wait(epoll, &event, 1, -1) == 1 && event.events == EPOLLIN);
  }
  if (is("poll"))
    assert(poll(&polled, 1, -1) == 1 && polled.revents == POLLIN);
  if (waits)
    assert(count() == 1 || is("period"));
  if (is("period"))
    count();
  if (is("again"))
    assert(count() <= 1);
  if (is("timed")) {
    const int ready = poll(&polled, 1, 1000);
    assert(count() >= (uint64_t)ready);
  }
  if (is("stop")) {
    set(0, 0);
    assert(count() == 0);
  }
  if (is("two"))
    pthread_join(other, NULL);
  if (is("close"))
    close(fd);
  return 0;
}
