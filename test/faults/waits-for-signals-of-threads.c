// sigsuspend and pause wait for a signal that another thread sends. It comes before sigsuspend, which then
// takes it, or ends it: 2 traces, also where the signal is sent to the process. Before or after the end of the
// blocking, but before pause, it is lost: 2 deadlocks. Else pause, which takes what is pending, ends, or waits and is
// ended: 2 traces.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini -k --require-complete %t sigsuspend thread | FileCheck %s
// RUN: %mcmini -k --require-complete %t sigsuspend process | FileCheck %s
// RUN: %mcmini -k --require-complete %t.gcc sigsuspend thread | FileCheck %s
// RUN: %mcmini -k --require-complete %t.gcc sigsuspend process | FileCheck %s
// RUN: %mcmini -k --require-complete --threads=kernel %t sigsuspend process | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed
// RUN: not %mcmini -k %t pause thread | FileCheck %s --check-prefix=PAUSE
// RUN: not %mcmini -k %t.gcc pause thread | FileCheck %s --check-prefix=PAUSE
// PAUSE: mcmini: deadlock: 1 thread waits and none can ever go on
// PAUSE: thread 0 waits to resume signals of 0
// PAUSE: {{^}}4 traces: 2 completed, 2 deadlocked
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_t waiting;
static char to;
static volatile sig_atomic_t handled;

static void handle(int signal) { handled = signal; }

static void *sender(void *unused) {
  if (to == 't')
    pthread_kill(waiting, SIGUSR1);
  else
    kill(getpid(), SIGUSR1);
  return unused;
}

int main(int count, char **argument) {
  pthread_t thread;
  sigset_t blocked, before, after;
  to = argument[count - 1][0];
  sigfillset(&blocked);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  signal(SIGUSR1, handle);
  waiting = pthread_self();
  pthread_create(&thread, NULL, sender, NULL);
  if (argument[1][0] == 's') {
    while (!handled)
      assert(sigsuspend(&before) == -1 && errno == EINTR);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    assert(sigismember(&after, SIGUSR1));
  } else {
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pause();
  }
  pthread_join(thread, NULL);
}
