// Linux counts the memory of a socket, at least 768 bytes for each write, and McMini bytes or
// messages. Where only Linux may have no room the search says so: a byte more than 278 times, a poll
// for room after 70 of them, 168 messages of 300 bytes. Where both have room it says nothing, and
// neither if what was written is read again.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini %t stream 278 1 | FileCheck --check-prefix=ROOM %s
// RUN: not %mcmini %t stream 279 1 | FileCheck --check-prefix=STREAM %s
// RUN: %mcmini %t stream 500 1 read | FileCheck --check-prefix=ROOM %s
// RUN: %mcmini %t stream 6 36000 | FileCheck --check-prefix=ROOM %s
// RUN: %mcmini %t stream 69 1 poll | FileCheck --check-prefix=ROOM %s
// RUN: not %mcmini %t stream 70 1 poll | FileCheck --check-prefix=STREAM %s
// RUN: not %mcmini %t stream 70 1 epoll | FileCheck --check-prefix=STREAM %s
// RUN: %mcmini %t messages 278 1 | FileCheck --check-prefix=ROOM %s
// RUN: %mcmini %t messages 167 300 | FileCheck --check-prefix=ROOM %s
// RUN: not %mcmini %t messages 168 300 | FileCheck --check-prefix=MESSAGES %s
// RUN: not %mcmini %t messages 60 300 poll | FileCheck --check-prefix=MESSAGES %s
// ROOM-NOT: warning
// ROOM: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// ROOM-NEXT: Every schedule of the program was explored.
// STREAM: warning: room in a socket of a stream is counted in bytes
// STREAM: Not every schedule of the program was explored: a writer of a stream that has to wait
// MESSAGES: warning: room in sockets of messages is counted in messages
// MESSAGES: Not every schedule of the program was explored: a writer of large messages
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static void *idle(void *argument) { return argument; }

int main(int count, char **argument) {
  static char bytes[40000];
  pthread_t thread;
  int ends[2];
  const int writes = atoi(argument[2]), length = atoi(argument[3]);
  const char *then = count > 4 ? argument[4] : "";
  struct epoll_event event = {.events = EPOLLOUT};
  socketpair(AF_UNIX, argument[1][0] == 's' ? SOCK_STREAM : SOCK_DGRAM, 0, ends);
  pthread_create(&thread, NULL, idle, NULL);
  for (int i = 0; i < writes; i++) {
    assert(write(ends[1], bytes, length) == length);
    if (strcmp(then, "read") == 0)
      assert(read(ends[0], bytes, length) == length);
  }
  if (strcmp(then, "poll") == 0)
    assert(poll(&(struct pollfd){ends[1], POLLOUT}, 1, 0) == 1);
  if (strcmp(then, "epoll") == 0) {
    const int epoll = epoll_create1(0);
    epoll_ctl(epoll, EPOLL_CTL_ADD, ends[1], &event);
    assert(epoll_wait(epoll, &event, 1, 0) == 1);
  }
  pthread_join(thread, NULL);
}
