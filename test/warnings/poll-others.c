// A poll of a pipe between threads and of a fifo waits for the pipe; that the fifo comes first is not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: mkfifo fifo && python3 %S/Inputs/shows.py poll-others %mcmini %t
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
  struct pollfd both[] = {{ends[0], POLLIN}, {open("fifo", O_RDWR), POLLIN}};
  poll(both, 2, -1);
}
