// A function of the program's own is called sleep. Loops with it poll, which loses nothing.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py own-pause %mcmini %t
#include "Inputs/idle_thread.h"

static int slept;

unsigned sleep(unsigned seconds) { return slept += (int)seconds; }

static void act(void) { sleep(1); }
