// sighold, sigrelse, sigset, sigignore and the system calls kill, tkill and tgkill are those of POSIX: the
// signal waits while it is held, and its handler may run before any step behind that.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini -q -k --output=all %t 0 | FileCheck %s
// RUN: %mcmini -q -k --output=all %t 1 | FileCheck %s
// RUN: %mcmini -q -k --output=all %t 2 | FileCheck %s
// CHECK-DAG: {{^}}seen 0, handled 0
// CHECK-DAG: {{^}}seen 0, handled 1
// CHECK-DAG: {{^}}seen 1, handled 1
// CHECK-DAG: 5 traces: 5 completed
// CHECK-DAG: Every schedule of the program was explored.
// That it is never handled: nobody says how soon a signal comes, and it is held again.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int way;
static atomic_int ready, seen, handled;
static volatile pid_t waiter;

static void handle(int signal) {
  handled++;
  seen = ready;
}

static void *send(void *unused) {
  if (way == 0)
    syscall(SYS_kill, getpid(), SIGUSR1);
  else if (way == 1)
    syscall(SYS_tkill, waiter, SIGUSR1);
  else
    syscall(SYS_tgkill, getpid(), waiter, SIGUSR1);
  return unused;
}

int main(int count, char **argument) {
  pthread_t thread;
  sigset_t set;
  way = count > 1 ? atoi(argument[1]) : 0;
  waiter = gettid();
  sigset(SIGUSR1, handle);
  if (sigset(SIGUSR1, SIG_HOLD) != handle || sigset(SIGUSR1, handle) != SIG_HOLD)
    abort();
  sighold(SIGUSR1);
  sigemptyset(&set);
  pthread_create(&thread, NULL, send, NULL);
  if (handled)
    abort();
  sigrelse(SIGUSR1);
  ready++;
  pthread_join(thread, NULL);
  sighold(SIGUSR1);
  printf("seen %d, handled %d\n", seen, handled);
}
