// Who reads less than there is waits for ever, if the descriptor is edge-triggered, and both messages
// were there at the first wait: a deadlock. Level-triggered, the rest is told again.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: not %mcmini --keep-going %t edge | FileCheck --check-prefix=EDGE %s
// RUN: not %mcmini --keep-going %t.gcc edge | FileCheck --check-prefix=EDGE %s
// RUN: %mcmini %t level | FileCheck %s
// The second write comes before the first wait, between that and the read, or after the read: 3
// traces. Edge-triggered, the first of them has but one edge; in the others there is a second.
// EDGE: thread 0 waits to wait epoll
// EDGE: {{^}}3 traces: 2 completed, 1 deadlocked, 0 failed
// CHECK: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *argument) {
  for (int i = 0; i < 2; i++)
    assert(send(ends[1], "x", 1, 0) == 1);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  struct epoll_event event = {.events = EPOLLIN};
  if (strcmp(argv[argc - 1], "edge") == 0)
    event.events |= EPOLLET;
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
  const int epoll = epoll_create1(0);
  assert(epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event) == 0);
  pthread_create(&thread, NULL, writer, NULL);
  for (int i = 0; i < 2; i++) {
    char c;
    assert(epoll_wait(epoll, &event, 1, -1) == 1 && recv(ends[0], &c, 1, 0) == 1);
  }
  pthread_join(thread, NULL);
}
