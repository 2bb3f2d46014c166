// The child of fork has a thread that fails if it comes first. That is not looked for.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py fork %mcmini %t
#include "Inputs/idle_thread.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int first;

static void *fails(void *argument) {
  if (atomic_exchange(&first, 1) == 0)
    abort();
  return argument;
}

static void act(void) {
  const pid_t child = fork();
  if (child == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, fails, NULL);
    atomic_exchange(&first, 1);
    pthread_join(thread, NULL);
    _exit(0);
  }
  waitpid(child, NULL, 0);
}
