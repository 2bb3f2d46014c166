// A poll that a handler ends with EINTR: here it goes on, so the schedule in which it fails is missed.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: incomplete: nothing found, but a wait that a signal's handler ends with EINTR
// CHECK-NOT: Every schedule
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void handle(int signal) { (void)signal; }

static void *work(void *unused) {
  struct pollfd one = {.fd = ends[0], .events = POLLIN};
  poll(&one, 1, -1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pipe(ends);
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  write(ends[1], "x", 1);
  pthread_join(thread, NULL);
}
