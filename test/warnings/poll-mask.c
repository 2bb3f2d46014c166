// The mask of ppoll lets in a signal that would end it with EINTR. Of a file that is not between threads that outcome is
// not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py poll-mask %mcmini %t
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
  sigset_t mask, one;
  sigemptyset(&mask);
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &one, NULL);
  ppoll(&(struct pollfd){open("/dev/zero", O_RDONLY), POLLIN}, 1, NULL, &mask);
}
