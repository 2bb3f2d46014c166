// --timeout ends a run, whatever the program does: it computes, blocks all signals, waits for a pipe, or
// stops itself in a way that nobody sees. Nothing else would end these runs: without --timeout each
// would last until the limit of the test.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: bash %S/Inputs/ends %mcmini %t computes deaf reads stops | FileCheck %s
// CHECK: computes: 0, mcmini: incomplete: nothing found, but the time of --timeout has passed
// CHECK-NEXT: deaf: 0, mcmini: incomplete: nothing found, but the time of --timeout has passed
// CHECK-NEXT: reads: 3, mcmini: incomplete: nothing found, but other orders of what threads do by a named pipe, or one from outside
// CHECK-NEXT: stops: 3, mcmini: incomplete: nothing found, but what inline assembly does to memory is not seen
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile long turns;

static long stop(void) {
  long result;
  const long process = getpid();
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"((long)SYS_kill), "D"(process), "S"((long)SIGSTOP)
                   : "rcx", "r11", "memory");
  return result;
}

static void *body(void *argument) {
  const char *what = argument;
  sigset_t all;
  char byte;
  sigfillset(&all);
  if (!strcmp(what, "deaf"))
    sigprocmask(SIG_BLOCK, &all, NULL);
  if (!strcmp(what, "reads")) {
    mkfifo("silent", 0600);
    (void)!read(open("silent", O_RDWR), &byte, 1);
  }
  if (!strcmp(what, "stops"))
    stop();
  else
    for (;;)
      turns++;
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, argv[argc - 1]);
  pthread_join(thread, NULL);
  return 0;
}
