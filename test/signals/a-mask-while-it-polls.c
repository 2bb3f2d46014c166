// The mask of ppoll, pselect and epoll_pwait: a signal that is blocked outside of the call ends it, whenever it comes.
// 0 to 5, with the signal blocked outside: it comes before the call, in which it is pending, between its look and its
// wait, if there is something to look at, or while it waits (3 traces, or 2): EINTR
// in all schedules, never a deadlock. The handler runs once, in the call, and not before it; behind it the
// signal is blocked again. 2 and 3 have no descriptor; 5 is a poll that does not wait, in which it may come too late.
// wrong: sigprocmask before poll and behind it. The signal may come between: the poll waits for ever.
// ready: there is something to read. Where the signal is pending, too, the call returns that, and the signal stays pending:
// no handler runs in that schedule. It hides that if the mask is a step of its own that delivers.
// twice: two signals, which the call lets in at once, nest, or one is left blocked.
// in: a mask that blocks what the thread does not: the handler runs before or behind the call, which has its timeout.
// RUN: %mcmini-cc -g -O1 -w %s -o %t && %gcc -g -pthread -w %s -o %t.gcc
// RUN: %t.gcc 0 && %mcmini -q -k --require-complete %t 0 | FileCheck %s --check-prefix=THREE
// RUN: %t.gcc 1 && %mcmini -q -k --require-complete %t 1 | FileCheck %s --check-prefix=THREE
// RUN: %t.gcc 2 && %mcmini -q -k --require-complete %t 2 | FileCheck %s --check-prefix=TWO
// RUN: %t.gcc 3 && %mcmini -q -k --require-complete %t 3 | FileCheck %s --check-prefix=TWO
// RUN: %t.gcc 4 && %mcmini -q -k --require-complete %t 4 | FileCheck %s --check-prefix=NONE
// RUN: %mcmini -q -k --require-complete --threads=kernel --isolation=fork %t 0 | FileCheck %s --check-prefix=THREE
// RUN: %mcmini -q -k --require-complete --algorithm=dfs %t 0 | FileCheck %s --check-prefix=NONE
// RUN: %mcmini -q -k --signals=off %t 0 | FileCheck %s --check-prefix=NONE
// THREE: {{^}}3 traces: 3 completed
// TWO: {{^}}2 traces: 2 completed
// NONE: {{^}}{{[0-9]+}} traces: {{[0-9]+}} completed, 0 deadlocked, 0 failed
// RUN: %mcmini -q -k --require-complete --output=all %t 5 | FileCheck %s --check-prefix=FIVE
// FIVE-NOT: ready 0, handled 1
// FIVE-DAG: {{^}}way 5: ready 0, handled 0
// FIVE-DAG: {{^}}way 5: EINTR, handled 1
// FIVE-NOT: ready 0, handled 1
// RUN: not %mcmini -q -k %t wrong | FileCheck %s --check-prefix=WRONG
// WRONG: mcmini: deadlock
// RUN: %mcmini -q -k --require-complete --output=all %t ready | FileCheck %s --check-prefix=READY
// READY-DAG: {{^}}ready 1, handled 0
// READY-DAG: {{^}}EINTR, handled 1
// READY-DAG: {{^}}Every schedule
// RUN: %mcmini -q -k --require-complete %t twice | FileCheck %s --check-prefix=NONE
// RUN: %mcmini -q -k --require-complete --output=all %t in | FileCheck %s --check-prefix=IN
// IN-NOT: EINTR
// IN-DAG: {{^}}ready 0, handled 0
// IN-DAG: {{^}}ready 0, handled 1
// IN-NOT: EINTR
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static int ends[2], way, epoll;
static const char *what;
static volatile int handled;
static pthread_t waiter;
static sigset_t one, none;

static void handle(int signal) {
  (void)signal;
  handled++;
}

static int wait_for(const sigset_t *mask) {
  struct pollfd fd = {.fd = ends[0], .events = POLLIN};
  struct epoll_event event;
  const struct timespec hour = {3600}, zero = {0};
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  switch (way) {
  case 0:
    return ppoll(&fd, 1, NULL, mask);
  case 1:
    return pselect(ends[0] + 1, &set, NULL, NULL, NULL, mask);
  case 2:
    return ppoll(NULL, 0, NULL, mask);
  case 3:
    return pselect(0, NULL, NULL, NULL, NULL, mask);
  case 4:
    return epoll_pwait(epoll, &event, 1, -1, mask);
  case 5:
    return ppoll(&fd, 1, &zero, mask);
  default:
    return ppoll(&fd, 1, &hour, mask);
  }
}

static void *send(void *unused) {
  if (!strcmp(what, "ready"))
    (void)!write(ends[1], "x", 1);
  pthread_kill(waiter, SIGUSR1);
  if (!strcmp(what, "twice"))
    pthread_kill(waiter, SIGUSR2), (void)!write(ends[1], "x", 1);
  return unused;
}

static void show(int ready) {
  char text[80];
  if (ready < 0)
    sprintf(text, "%s%sEINTR, handled %d\n", way == 5 ? "way 5" : "", way == 5 ? ": " : "", handled);
  else
    sprintf(text, "%s%sready %d, handled %d\n", way == 5 ? "way 5" : "", way == 5 ? ": " : "", ready, handled);
  (void)!write(1, text, strlen(text));
}

int main(int count, char **argument) {
  const struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  struct epoll_event event = {.events = EPOLLIN};
  pthread_t thread;
  sigset_t now;
  int ready;
  what = count > 1 ? argument[1] : "0";
  way = atoi(what);
  (void)!pipe(ends);
  epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &action, NULL);
  sigemptyset(&none);
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  sigaddset(&one, SIGUSR2);
  if (!strcmp(what, "in"))
    way = 6;
  else
    pthread_sigmask(SIG_BLOCK, &one, NULL);
  waiter = pthread_self();
  pthread_create(&thread, NULL, send, NULL);
  if (!strcmp(what, "wrong")) {
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    ready = poll(&(struct pollfd){ends[0], POLLIN}, 1, -1);
    pthread_sigmask(SIG_BLOCK, &one, NULL);
  } else
    ready = wait_for(!strcmp(what, "in") ? &one : &none);
  if (way < 5 && strcmp(what, "ready") && strcmp(what, "twice") && strcmp(what, "wrong"))
    assert(ready == -1 && errno == EINTR && handled == 1);
  else
    show(ready);
  if (strcmp(what, "in")) {
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    assert(sigismember(&now, SIGUSR1));
  }
  pthread_join(thread, NULL);
}
