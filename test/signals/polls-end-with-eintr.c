// A handler ends a poll, a select and a wait for an epoll, with a timeout or without, whatever
// SA_RESTART says; one without descriptors too. A handler that runs before the poll does not end it: the last one then waits
// for ever.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini -q -k --output=all %t 0 | FileCheck %s --check-prefixes=CHECK,WAY0
// RUN: %mcmini -q -k --output=all %t 1 | FileCheck %s --check-prefixes=CHECK,WAY1
// RUN: %mcmini -q -k --output=all %t 2 | FileCheck %s --check-prefixes=CHECK,WAY2
// RUN: %mcmini -q -k --output=all %t 3 | FileCheck %s --check-prefixes=CHECK,WAY3
// RUN: %mcmini -q -k --output=all %t 4 | FileCheck %s --check-prefixes=CHECK,WAY4
// RUN: not %mcmini -q -k --output=all %t 5 | FileCheck %s --check-prefixes=CHECK,WAY5
// Where what is waited for comes before the signal, but behind the look that finds nothing, the call ends with
// EINTR all the same: the kernel looks for signals before it waits. A wait that must not wait does not, of an epoll.
// RUN: %mcmini -q -k --output=all %t 6 | FileCheck %s --check-prefixes=CHECK,WAY6
// RUN: %mcmini -q -k --output=all %t 7 | FileCheck %s --check-prefixes=CHECK,WAY7
// RUN: %mcmini -q -k --output=all %t 8 | FileCheck %s --check-prefixes=CHECK,WAY8
// CHECK-DAG: Every schedule of the program was explored.
// WAY0-DAG: {{^}}way 0: ready 1, handled 0
// WAY0-DAG: {{^}}way 0: ready 1, handled 1
// WAY0-DAG: {{^}}way 0: EINTR, handled 1
// WAY1-DAG: {{^}}way 1: ready 1, handled 0
// WAY1-DAG: {{^}}way 1: ready 1, handled 1
// WAY1-DAG: {{^}}way 1: ready 0, handled 0
// WAY1-DAG: {{^}}way 1: ready 0, handled 1
// WAY1-DAG: {{^}}way 1: EINTR, handled 1
// WAY2-DAG: {{^}}way 2: ready 1, handled 0
// WAY2-DAG: {{^}}way 2: EINTR, handled 1
// WAY3-DAG: {{^}}way 3: ready 1, handled 0
// WAY3-DAG: {{^}}way 3: ready 1, handled 1
// WAY3-DAG: {{^}}way 3: EINTR, handled 1
// WAY4-DAG: {{^}}way 4: ready 0, handled 0
// WAY4-DAG: {{^}}way 4: ready 0, handled 1
// WAY4-DAG: {{^}}way 4: EINTR, handled 1
// WAY5-DAG: {{^}}way 5: EINTR, handled 1
// WAY5-DAG: 3 traces: 2 completed, 1 deadlocked
// WAY6-DAG: {{^}}way 6: ready 1, handled 0
// WAY6-DAG: {{^}}way 6: ready 1, handled 1
// WAY6-DAG: {{^}}way 6: EINTR, handled 1
// WAY7-DAG: {{^}}way 7: ready 1, handled 0
// WAY7-DAG: {{^}}way 7: ready 1, handled 1
// WAY7-DAG: {{^}}way 7: EINTR, handled 1
// WAY8-DAG: {{^}}way 8: ready 0, handled 0
// WAY8-DAG: {{^}}way 8: ready 1, handled 0
// WAY8-DAG: {{^}}way 8: ready 1, handled 1
// WAY8-NOT: EINTR
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2], way, epoll;
static atomic_int handled;
static pthread_t waiter;

static void handle(int signal) { (void)signal, handled++; }

static int wait_for(void) {
  struct pollfd one = {.fd = ends[0], .events = POLLIN};
  struct epoll_event event;
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  switch (way) {
  case 0:
    return poll(&one, 1, -1);
  case 1:
    return poll(&one, 1, 10);
  case 2:
    return select(ends[0] + 1, &set, NULL, NULL, NULL);
  case 3:
    return epoll_wait(epoll, &event, 1, -1);
  case 4:
    return poll(NULL, 0, 10);
  case 5:
    return poll(NULL, 0, -1);
  case 6:
    return poll(&one, 1, -1);
  case 7:
    return epoll_wait(epoll, &event, 1, -1);
  default:
    return epoll_wait(epoll, &event, 1, 0);
  }
}

static void *send(void *unused) {
  if (way > 5)
    (void)!write(ends[1], "x", 1);
  pthread_kill(waiter, SIGUSR1);
  if (way < 5)
    (void)!write(ends[1], "x", 1);
  return unused;
}

int main(int count, char **argument) {
  const struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  struct epoll_event event = {.events = EPOLLIN};
  pthread_t thread;
  way = count > 1 ? atoi(argument[1]) : 0;
  (void)!pipe(ends);
  epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
  sigaction(SIGUSR1, &action, NULL);
  waiter = pthread_self();
  pthread_create(&thread, NULL, send, NULL);
  const int ready = wait_for();
  const int first = handled;
  if (ready < 0)
    printf("way %d: %s, handled %d\n", way, errno == EINTR ? "EINTR" : "?", first);
  else
    printf("way %d: ready %d, handled %d\n", way, ready, first);
  pthread_join(thread, NULL);
}
