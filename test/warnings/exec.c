// The program that exec runs has threads of its own, whose schedules are not explored.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py exec %mcmini %t
#include "Inputs/idle_thread.h"
#include <unistd.h>

static void act(void) { execl("/bin/true", "true", NULL); }
