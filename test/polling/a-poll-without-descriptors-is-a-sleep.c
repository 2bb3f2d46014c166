// poll(NULL, 0, t) sleeps, as old programs do: a step that lets the others run, and takes no time.
// RUN: %mcmini-cc -g %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: thread sleep 1
// CHECK: {{^}}1 traces: 1 completed
#include <poll.h>
#include <pthread.h>

static void *work(void *unused) {
  poll(NULL, 0, 1000000);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
