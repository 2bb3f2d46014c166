// A loop reads plain memory, which is racy and so a step of its own, before the atomic that ends it:
// the atomic is waited for, and not the plain one. The read of hint comes before or after its write;
// after it, the flag is still to be set. 2 traces of the second search.
// RUN: %mcmini-cc -g -Wno-empty-body %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// CHECK: data race: hint: {{(read|write)}} at
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static volatile int hint;

static void *waiter(void *argument) {
  for (;;) {
    (void)hint;
    if (atomic_load(&flag) == 2)
      break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  hint = 1;
  atomic_store(&flag, 2);
  pthread_join(t, NULL);
  return 0;
}
