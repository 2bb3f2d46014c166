// A signal that signalfd takes: here nobody does.
// RUN: %mcmini-cc -g -w %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: incomplete: nothing found, but what signalfd does to the signals of threads
// CHECK-NOT: Every schedule
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void *work(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&thread, NULL, work, NULL);
  close(signalfd(-1, &set, 0));
  pthread_join(thread, NULL);
}
