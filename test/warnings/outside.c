// What comes after a read that nobody answers is not known: a finding there would be missed.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: mkfifo fifo && python3 %S/Inputs/shows.py outside %mcmini --trace-timeout=0.5 %t
#include "Inputs/idle_thread.h"
#include <fcntl.h>
#include <unistd.h>

static void act(void) {
  char c;
  read(open("fifo", O_RDWR), &c, 1);
}
