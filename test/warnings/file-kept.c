// In the second trace the file is there already: what the program does where it makes it is seen once only.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py file-kept %mcmini %t
#include "Inputs/idle_thread.h"
#include <fcntl.h>
#include <unistd.h>

static void act(void) { close(open("written", O_CREAT | O_RDWR, 0600)); }
