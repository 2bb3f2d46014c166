// Atomics of machine code are no operations while there is one thread, as nothing can race with them: 20,000 of them
// do not cut the trace. The exchanges of two threads that come then are operations, and see what was counted: which
// of the two comes first has two orders, of which the second would be hidden.
// RUN: %gcc -g -O1 %s -o %t -pthread && not %mcmini %t | FileCheck %s
// RUN: not %mcmini --threads=kernel %t | FileCheck %s
// CHECK: mcmini: assertion failed: assertion `was != 20000' failed in other
// CHECK: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
// RUN: %mcmini %t alone | FileCheck %s --check-prefix=ALONE
// ALONE: mcmini: ok: nothing found
// ALONE: {{^}}1 traces: 1 completed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *other(void *argument) {
  int was = atomic_exchange(&count, 1);
  assert(was != 20000);
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 20000; i++)
    atomic_fetch_add(&count, 1);
  if (argc == 2)
    return 0;
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  atomic_exchange(&count, 2);
  pthread_join(thread, NULL);
  return 0;
}
