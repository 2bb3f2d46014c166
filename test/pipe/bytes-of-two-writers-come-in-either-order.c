// Two writers of a byte each and a reader of two, one by one. A read depends on what was written
// before it, so the orders of two writes and two reads count, the reads in theirs: 2 orders of the
// writes, and the first read is after both, or between them: 4. Where system calls can be seen,
// without a fork for each trace.
//
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini --algorithm=optimal %t | FileCheck %s %if snapshots %{ --check-prefixes=FAST,CHECK %}
// RUN: %mcmini --algorithm=optimal --isolation=fork --threads=kernel %t | FileCheck %s
// RUN: %mcmini --algorithm=dfs %t | FileCheck --check-prefix=DFS %s
// FAST-NOT: executor
// CHECK: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// DFS: 0 deadlocked, 0 failed
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *name) {
  assert(write(ends[1], name, 1) == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  char got[2];
  pipe(ends);
  pthread_create(&threads[0], NULL, writer, "a");
  pthread_create(&threads[1], NULL, writer, "b");
  for (int i = 0; i < 2; i++)
    assert(read(ends[0], &got[i], 1) == 1);
  assert((got[0] == 'a' && got[1] == 'b') || (got[0] == 'b' && got[1] == 'a'));
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
