// A poll of an epoll would end when the other thread has written. That outcome is not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py poll-of-epoll %mcmini %t
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void *writes(void *argument) {
  write(ends[1], "a", 1);
  return argument;
}

static void act(void);

int main(void) {
  pthread_t thread;
  pipe(ends);
  pthread_create(&thread, NULL, writes, NULL);
  act();
  pthread_join(thread, NULL);
  return 0;
}

static void act(void) {
  const int epoll = epoll_create1(0);
  struct epoll_event event = {EPOLLIN};
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
  poll(&(struct pollfd){epoll, POLLIN}, 1, 0);
}
