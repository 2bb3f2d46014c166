// A call that sets the mask delivers what is pending and not blocked before it returns, whatever it changes
// (POSIX, pthread_sigmask). Here a signal is sent to the process, which either thread may take: none is left when
// the sender has unblocked it once more, or has unblocked another one.
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini --require-complete %t && %mcmini --require-complete --algorithm=dfs %t
// RUN: %mcmini-cc -g -O1 -DOTHER %s -o %t && %mcmini --require-complete %t
// RUN: %mcmini-cc -g -O1 -DNONE %s -o %t && not %mcmini %t | FileCheck %s
// CHECK: assertion failed: assertion `seen == 1' failed
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int seen;

static void handle(int signal) {
  (void)signal;
  seen++;
}

static void change(int how, int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(how, &set, NULL);
}

static void *sends(void *unused) {
#ifdef OTHER
  change(SIG_BLOCK, SIGUSR2);
#endif
  kill(getpid(), SIGUSR1);
#if defined OTHER
  change(SIG_UNBLOCK, SIGUSR2);
#elif !defined NONE
  change(SIG_UNBLOCK, SIGUSR1);
#endif
  return unused;
}

int main(void) {
  const struct sigaction action = {.sa_handler = handle};
  pthread_t thread;
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, sends, NULL);
  pthread_join(thread, NULL);
  change(SIG_BLOCK, SIGUSR1);
  assert(seen == 1);
}
