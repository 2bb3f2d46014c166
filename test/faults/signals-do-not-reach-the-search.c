// A program's timers, and what it does about the ends of its children, do not touch the process
// that waits for the workers.
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c '%mcmini %t alarm; echo status $?' | FileCheck %s --check-prefix=ALARM
// RUN: %mcmini %t ignore | FileCheck %s
// RUN: %mcmini %t reap | FileCheck %s
// RUN: %mcmini --isolation=fork --threads=kernel %t reap | FileCheck %s
// ALARM: mcmini: incomplete: nothing found, but what kill of the parent does to the signals of threads
// ALARM: 2 traces: 2 completed
// ALARM: status 3
// CHECK: mcmini: ok: nothing found
// CHECK: 2 traces: 2 completed
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *mode;

static void reap(int signal) {
  (void)signal;
  while (waitpid(-1, NULL, WNOHANG) > 0)
    ;
}

static void *take(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  if (!strcmp(mode, "alarm")) // where the timer of a program that has one would go off
    syscall(SYS_kill, syscall(SYS_getppid), SIGALRM);
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread[2];
  mode = count > 1 ? argument[1] : "";
  if (!strcmp(mode, "ignore"))
    signal(SIGCHLD, SIG_IGN);
  if (!strcmp(mode, "reap"))
    signal(SIGCHLD, reap);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, take, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
