// The 257th fork of a trace fails, and so what the program does with 257 processes is not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py fork-limit %mcmini %t
#include "Inputs/idle_thread.h"
#include <sys/wait.h>
#include <unistd.h>

static void act(void) {
  pid_t child = 0;
  for (int i = 0; i < 257 && child >= 0; i++) {
    child = fork();
    if (child == 0)
      _exit(0);
    if (child > 0)
      waitpid(child, NULL, 0);
  }
}
