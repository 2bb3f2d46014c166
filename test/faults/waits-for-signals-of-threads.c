// sigsuspend and pause are not modelled: what another thread is to send does not come, and a warning says so.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini --trace-timeout=0.5 %t sigsuspend | FileCheck %s
// RUN: not %mcmini --trace-timeout=0.5 %t pause | FileCheck %s --check-prefix=PAUSE
// CHECK: mcmini: a trace that does not end: it is blocked in a system call that does not return
// CHECK: warning: sigsuspend is not modelled: {{.*}} (waits-for-signals-of-threads.c:[[#@LINE + 24]])
// PAUSE: warning: pause is not modelled: {{.*}} (waits-for-signals-of-threads.c:[[#@LINE + 25]])
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_t waiting;

static void handle(int signal) { (void)signal; }

static void *sender(void *unused) {
  pthread_kill(waiting, SIGUSR1);
  return unused;
}

int main(int count, char **argument) {
  pthread_t thread;
  sigset_t blocked, before;
  sigfillset(&blocked);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  signal(SIGUSR1, handle);
  waiting = pthread_self();
  pthread_create(&thread, NULL, sender, NULL);
  if (count > 1 && argument[1][0] == 's')
    sigsuspend(&before);
  else
    pthread_sigmask(SIG_SETMASK, &before, NULL), pause();
  pthread_join(thread, NULL);
}
