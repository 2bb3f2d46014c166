// A program that sends SIGKILL to itself is a crash of the program, not a worker killed from outside.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -q %t | FileCheck %s
// RUN: %gcc -g %s -o %t.plain && not %mcmini -q %t.plain | FileCheck %s
// CHECK: mcmini: crash: the program sends SIGKILL to itself
// CHECK: 1 traces: 0 completed, 0 deadlocked, 1 failed
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *end(void *unused) {
  kill(getpid(), SIGKILL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, end, NULL);
  pthread_join(thread, NULL);
  return 0;
}
