// A thread waits by sigwait for the signal of a process that the program has forked. That was a deadlock, found; the signal comes
// from outside of the program, which is not modelled: the result is "incomplete". Without a child nobody sends it: a deadlock.
// RUN: %gcc -g %s -o %t -pthread && %mcmini-cc -g %s -o %t.plugin
// RUN: not %mcmini %t | FileCheck %s
// RUN: not %mcmini %t.plugin | FileCheck %s
// RUN: not %mcmini %t nobody | FileCheck %s --check-prefix=NOBODY
// CHECK: mcmini: incomplete: nothing found, but it waits for the signal of a forked process
// CHECK: warning: threads wait while a process that the program has forked may end, whose signal the program handles or waits for: the search ends there
// NOBODY: mcmini: deadlock: 1 thread waits and none can ever go on
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void *other(void *argument) { return argument; }

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  sigset_t set;
  int signal;
  pthread_create(&thread, NULL, other, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (argc == 1 && fork() == 0)
    _exit(0);
  sigwait(&set, &signal);
  if (argc == 1)
    wait(NULL);
  pthread_join(thread, NULL);
  return 0;
}
