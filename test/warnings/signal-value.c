// The value of sigqueue does not come: what the handler does with it is not explored.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: incomplete: nothing found, but what the program does with the value that sigqueue, or one of several timers, sends
// CHECK-NOT: Every schedule
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int seen;

static void handle(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  seen = info->si_value.sival_int;
}

static void *work(void *unused) {
  atomic_load(&seen);
  return unused;
}

int main(void) {
  const struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
  pthread_t thread;
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 7});
  pthread_join(thread, NULL);
}
