// A forked process will end, and the program handles the signal of that: a poll for what the handler writes is no deadlock.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py forked-signal %mcmini %t
#include "Inputs/idle_thread.h"
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];
static void child_ended(int signal) { write(ends[1], "", 1); }

static void act(void) {
  pipe(ends);
  signal(SIGCHLD, child_ended);
  if (fork() == 0) {
    usleep(500000);
    _exit(0);
  }
  poll(&(struct pollfd){ends[0], POLLIN}, 1, -1);
}
