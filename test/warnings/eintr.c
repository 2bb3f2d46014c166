// A wait for a futex, with a time, that a handler ends with EINTR: here it goes on, so the schedule in which
// it fails is missed.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: incomplete: nothing found, but a wait that a signal's handler ends with EINTR
// CHECK-NOT: Every schedule
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int word;

static void handle(int signal) { (void)signal; }

static void *work(void *unused) {
  const struct timespec length = {1, 0};
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, &length, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}
