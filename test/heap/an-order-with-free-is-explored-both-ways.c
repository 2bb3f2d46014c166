// An atomic operation and the free of its memory, a free and another, a read and a realloc that
// leaves the memory where it is: nothing orders the two, which is a data race, and both orders are
// explored. In the one in which the memory is given back first the trace ends with its misuse, in
// the other one the thread comes to its assertion. A realloc is no misuse in either.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k %t atomic | FileCheck %s --check-prefixes=CHECK,ATOMIC
// RUN: not %mcmini -k %t free | FileCheck %s --check-prefixes=CHECK,FREE
// RUN: not %mcmini -k %t realloc | FileCheck %s --check-prefix=REALLOC
// CHECK: {{^}}mcmini: 3 findings
// ATOMIC: data race: *number: write at {{.*}} and atomic write at
// ATOMIC: use after free: add of a variable in freed memory
// FREE: data race: memory at {{.*}}: write at {{.*}} and write at
// FREE: double free: free of a chunk of 4 bytes that is free already
// CHECK: assertion failed: assertion `which > 1'
// CHECK: {{^}}2 traces: 0 completed, 0 deadlocked, 2 failed
// CHECK-NEXT: Every schedule of the program was explored.
// REALLOC: data race: *number: write at {{.*}} and read at
// REALLOC: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// REALLOC-NEXT: Every schedule of the program was explored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int which; // 0: atomic, 1: free, 2: realloc
static volatile int seen;

static void *worker(void *memory) {
  atomic_int *number = memory;
  if (which == 0)
    atomic_fetch_add(number, 1);
  else if (which == 1)
    free(memory);
  else
    seen = *(int *)number;
  assert(which > 1);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  which = !strcmp(argv[argc - 1], "atomic") ? 0 : !strcmp(argv[argc - 1], "free") ? 1 : 2;
  int *number = malloc(sizeof *number);
  *number = 0;
  pthread_create(&thread, NULL, worker, number);
  if (which == 2)
    number = realloc(number, 2 * sizeof *number);
  else
    free(number);
  pthread_join(thread, NULL);
  return 0;
}
