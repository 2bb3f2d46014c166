// A thread closes the read end that another is about to read from: the read comes first, or finds a
// bad descriptor: 2 traces, whichever thread has looked the number up first.
//
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini --algorithm=dfs %t | FileCheck --check-prefix=ALL %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// ALL: 0 deadlocked, 0 failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *argument) {
  char c;
  const ssize_t got = read(ends[0], &c, 1);
  assert((got == 1 && c == 'x') || (got == -1 && errno == EBADF));
  return argument;
}

int main(void) {
  pthread_t thread;
  assert(pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
  pthread_create(&thread, NULL, reader, NULL);
  assert(close(ends[0]) == 0);
  pthread_join(thread, NULL);
}
