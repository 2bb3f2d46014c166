// The step in which a thread takes a signal that waits for it is called "deliver" in reports.
// RUN: %mcmini-cc -g %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: signal deliver {{[0-9]+}}
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void handle(int signal) { (void)signal; }

static void *wait_for_it(void *unused) {
  sigset_t none;
  sigemptyset(&none);
  sigsuspend(&none);
  return unused;
}

int main(void) {
  sigset_t usr1;
  pthread_t thread;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &usr1, NULL);
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, wait_for_it, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
