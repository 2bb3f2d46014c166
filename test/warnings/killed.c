// The program kills the process that runs its traces, as somebody outside may: what was not explored is not
// known.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py killed %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static void act(void) {
  syscall(SYS_kill, syscall(SYS_getppid), SIGKILL);
  pause();
}
