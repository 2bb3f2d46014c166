// What the program does after daemon() is done by another process, and not explored.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py daemon %mcmini %t
#include "Inputs/idle_thread.h"
#include <unistd.h>

static void act(void) { daemon(1, 1); }
