// The program kills the process that runs its traces, as somebody outside may: what was not explored is not
// known.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py killed %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void act(void) {
  char state[512] = "";
  int parent = 0; // getppid tells the program's own
  const int stat = open("/proc/self/stat", O_RDONLY);
  read(stat, state, sizeof state - 1);
  sscanf(state, "%*d %*s %*c %d", &parent);
  kill(parent, SIGKILL);
  pause();
}
