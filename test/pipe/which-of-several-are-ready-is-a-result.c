// A poll, or a wait of an epoll, of a pipe that is ready and of an eventfd to which another thread writes: it says
// "the pipe" or "both". Both orders are explored, also with conditional sleep sets, which ask whether two steps lead
// to the same state with the same results: what the poll says is its result.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini --output=all %t poll | FileCheck --check-prefixes=BOTH,POLL %s
// RUN: %mcmini --output=all %t epoll | FileCheck --check-prefixes=BOTH,EPOLL %s
// RUN: %mcmini --output=all --algorithm=source --sleep-sets=conditional %t poll | FileCheck --check-prefixes=BOTH,POLL %s
// RUN: %mcmini --output=all --algorithm=source --sleep-sets=conditional %t epoll | FileCheck --check-prefixes=BOTH,EPOLL %s
// Of two that are ready an epoll tells either first: two traces where the event is written before it is added to
// the epoll, two where it is written between that and the wait.
// BOTH-DAG: {{^}}the pipe{{$}}
// BOTH-DAG: {{^}}both{{$}}
// POLL: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// EPOLL: {{^}}5 traces: 5 completed, 0 deadlocked, 0 failed
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event, ends[2];

static void *write_event(void *argument) {
  const uint64_t one = 1;
  return write(event, &one, sizeof one) == sizeof one ? argument : NULL;
}

static int wait_by_poll(void) {
  struct pollfd asked[] = {{ends[0], POLLIN, 0}, {event, POLLIN, 0}};
  return poll(asked, 2, 0);
}

static int wait_by_epoll(void) {
  const int epoll = epoll_create1(0);
  struct epoll_event asked = {.events = EPOLLIN}, got[2];
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &asked);
  epoll_ctl(epoll, EPOLL_CTL_ADD, event, &asked);
  return epoll_wait(epoll, got, 2, 0);
}

int main(int argc, char **argv) {
  pthread_t thread;
  event = eventfd(0, 0);
  if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
    return 1;
  pthread_create(&thread, NULL, write_event, NULL);
  const int ready = strcmp(argv[argc - 1], "poll") ? wait_by_epoll() : wait_by_poll();
  puts(ready == 1 ? "the pipe" : "both");
  pthread_join(thread, NULL);
}
