// With a limit on address space it is told how much of it McMini takes.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: sh -c 'ulimit -v 60000000 && python3 %S/Inputs/shows.py address-space %mcmini %t'
#include "Inputs/idle_thread.h"

static void act(void) {}
