// Limits, sessions, and descriptors closed many at once: with one order alone the second outcome is hidden.
// A range: to look up what has the number, and the use of that, are two steps, and so in 3 traces before or behind the call.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini -q -k %t limit | FileCheck %s -DTRACES=2
// RUN: not %mcmini -q -k %t session | FileCheck %s -DTRACES=2
// RUN: not %mcmini -q -k %t range | FileCheck %s -DTRACES=3
// CHECK: mcmini: 2 findings
// CHECK-DAG: assertion `!first'
// CHECK-DAG: assertion `!second'
// CHECK: {{^}}[[TRACES]] traces: 0 completed, 0 deadlocked, [[TRACES]] failed
// CHECK: {{^}}Every schedule of the program was explored.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *what;
static int number;

static int is(const char *name) { return strcmp(what, name) == 0; }

static void *thread(void *argument) {
  const struct rlimit lower = {60, 60};
  if (is("limit"))
    setrlimit(RLIMIT_NOFILE, &lower);
  if (is("session"))
    setsid();
  if (is("range"))
    close_range(number, ~0u, 0);
  return argument;
}

int main(int count, char **argument) {
  pthread_t other;
  struct rlimit limit = {70, 70};
  int first = 0, second = 0;
  what = argument[count - 1];
  if (is("limit"))
    setrlimit(RLIMIT_NOFILE, &limit);
  if (is("session") && getpgrp() == getpid())
    return 1;
  if (is("range"))
    number = open("/dev/null", O_RDONLY);
  const pid_t session = getsid(0);
  pthread_create(&other, NULL, thread, NULL);
  if (is("limit")) {
    getrlimit(RLIMIT_NOFILE, &limit);
    first = limit.rlim_cur == 70, second = limit.rlim_cur == 60;
  }
  if (is("session"))
    first = getsid(0) == session, second = !first;
  if (is("range"))
    first = fcntl(number, F_GETFD) == 0, second = !first;
  pthread_join(other, NULL);
  assert(!first);
  assert(!second);
  return 0;
}
