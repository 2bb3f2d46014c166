// epoll of a pipe, a socketpair of SOCK_RAW, a pipe in a program with a sanitizer: each is told.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini %t | FileCheck %s
// CHECK-DAG: warning: epoll is not modelled
// CHECK-DAG: warning: only socketpairs of AF_UNIX and SOCK_STREAM, SOCK_DGRAM or
// CHECK: 0 failed
// RUN: %mcmini-cc -g -O1 -w -fsanitize=address %s -o %t.asan
// RUN: %mcmini %t.asan | FileCheck --check-prefix=ASAN %s
// ASAN: warning: a pipe is not modelled in a program with a sanitizer
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static void *body(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  int ends[2];
  struct epoll_event event = {.events = EPOLLIN};
  pipe(ends);
  epoll_ctl(epoll_create1(0), EPOLL_CTL_ADD, ends[0], &event);
  socketpair(AF_UNIX, SOCK_RAW, 0, ends);
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}
