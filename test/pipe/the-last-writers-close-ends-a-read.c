// Two writers, each with a write end of its own, write nothing and close it; the read then returns 0.
// The two closes are independent and both come before the read: 1 trace. If one of them does not
// close its end, a deadlock.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t 2 | FileCheck %s
// RUN: %mcmini %t.gcc 2 | FileCheck %s
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// RUN: not %mcmini %t 1 | FileCheck --check-prefix=OPEN %s
// OPEN: thread 0 waits to read pipe 0#2: empty, 1 read end and 1 write end open
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *end) {
  if (end)
    close(*(int *)end);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  const int closers = atoi(argv[argc - 1]);
  char c;
  assert(pipe(ends) == 0);
  int second = dup(ends[1]);
  pthread_create(&threads[0], NULL, writer, &ends[1]);
  pthread_create(&threads[1], NULL, writer, closers == 2 ? &second : NULL);
  assert(read(ends[0], &c, 1) == 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
