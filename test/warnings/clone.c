// A process that shares the memory would run beside the threads that are checked.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py clone %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <sched.h>
#include <signal.h>
#include <unistd.h>

static int leave(void *unused) { _exit(unused != 0); }

static void act(void) {
  static char stack[1 << 16];
  clone(leave, stack + sizeof stack, CLONE_VM | SIGCHLD, 0);
}
