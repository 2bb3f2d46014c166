// --explain: a signal is sent; its handler runs in place of the step that its thread was about to make.
//
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q --explain --schedule=full %t | FileCheck %s
// CHECK: What each step does:
// CHECK: thread 0 sends a signal to a thread; signals of 0.1: no signal pending -> pending: 10
// CHECK: thread 0 sets which signals it blocks
// CHECK: thread 0 writes to socket 0#[[#]]: 0 -> 1
// CHECK: thread 0 closes a descriptor of socket 0#[[#]]
// CHECK: thread 0.1 finds something ready of what it polls
// CHECK: thread 0.1 reads from socket 0#[[#]]: 1 -> 0
// CHECK: thread 0.1 runs a signal's handler before its "load signals": 0
// CHECK: thread 0.1 begins to run a signal's handler
// CHECK: thread 0.1 adds to signals: 0 -> 1
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

static _Atomic int signals;
static int side[2];

static void count(int signal) {
  (void)signal;
  signals++;
}

static void *receive(void *argument) {
  char c;
  struct pollfd polled = {.fd = side[0], .events = POLLIN};
  poll(&polled, 1, 10);
  read(side[0], &c, 1);
  assert(signals == 0);
  return argument;
}

int main(void) {
  pthread_t thread;
  const struct sigaction action = {.sa_handler = count};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigaction(SIGUSR1, &action, NULL);
  socketpair(AF_UNIX, SOCK_STREAM, 0, side);
  pthread_create(&thread, NULL, receive, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  write(side[1], "x", 1);
  close(side[1]);
  pthread_join(thread, NULL);
  return 0;
}
