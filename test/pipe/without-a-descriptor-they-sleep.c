// poll, ppoll, select and pselect that look at no descriptor sleep: a transition that orders
// nothing, after which the thread's clock is that much later. Two threads that sleep so: 1 trace.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini %t.gcc | FileCheck %s
// RUN: %mcmini --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: thread sleep 12
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void *body(void *argument) {
  fd_set none;
  struct pollfd nothing = {-1, POLLIN, 1};
  struct timeval half = {0, 500000};
  const struct timespec second = {1, 0}, wrong = {1, 1000000000};
  FD_ZERO(&none);
  const double start = now();
  assert(poll(NULL, 0, 1000) == 0);
  assert(poll(&nothing, 1, 1000) == 0 && nothing.revents == 0);
  assert(ppoll(NULL, 0, &second, NULL) == 0);
  assert(select(0, NULL, NULL, NULL, &half) == 0 && half.tv_usec == 0);
  assert(select(10, &none, &none, NULL, &(struct timeval){0, 500000}) == 0);
  assert(pselect(0, NULL, NULL, NULL, &second, NULL) == 0);
  assert(pselect(0, NULL, NULL, NULL, &wrong, NULL) == -1 && errno == EINVAL);
  const double passed = now() - start;
  assert(passed >= 5 && passed < 5.1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  body(NULL);
  pthread_join(thread, NULL);
}
