// A thread without an end, created first, does not fill the trace that --max-depth cuts: the others
// have their turn, and what they fail at is found at once.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini --max-traces=2 %t | FileCheck %s
// RUN: not %mcmini --max-traces=2 --algorithm=source %t | FileCheck %s
// CHECK: mcmini: assertion failed: assertion `requests == 0' failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int served, requests;

static void *server(void *unused) {
  for (;;)
    served++;
  return unused;
}

static void *client(void *unused) {
  requests++;
  assert(requests == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, server, NULL);
  pthread_create(&thread, NULL, client, NULL);
  pthread_join(thread, NULL);
  return 0;
}
