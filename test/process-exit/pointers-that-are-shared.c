// A reader looks 15 times at a number that a writer changes twice, then each drops its reference, and
// the last one to do so frees the object. Main returns at once: nobody waits for them, and the reader's
// looks repeat each other. The two stores fall among the 15 loads in C(17, 2) = 136 ways, and the drops
// have two orders: 272 classes, of which one trace each is run.
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}272 traces: 272 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: Every schedule of the program was explored.
// Who looks again after its drop frees it twice, or looks at what is freed, in some of them only.
// RUN: %mcmini-cc -g -O1 -DWRONG %s -o %t && not %mcmini %t | FileCheck --check-prefix=WRONG %s
// WRONG: {{data race|use of freed memory|free}}
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct shared {
  atomic_int references, number;
} * shared;

static void drop(void) {
#ifdef WRONG
  atomic_fetch_sub(&shared->references, 1);
  if (atomic_load(&shared->references) == 0)
    free(shared);
#else
  if (atomic_fetch_sub(&shared->references, 1) == 1)
    free(shared);
#endif
}

static void *read_it(void *argument) {
  int last = 0;
  for (int i = 0; i < 15; i++) {
    const int now = atomic_load(&shared->number);
    if (now < last)
      abort();
    last = now;
  }
  drop();
  return argument;
}

static void *write_it(void *argument) {
  atomic_store(&shared->number, 1);
  atomic_store(&shared->number, 2);
  drop();
  return argument;
}

int main(void) {
  pthread_t thread;
  shared = calloc(1, sizeof *shared);
  atomic_init(&shared->references, 2);
  pthread_create(&thread, NULL, read_it, NULL);
  pthread_detach(thread);
  pthread_create(&thread, NULL, write_it, NULL);
  pthread_detach(thread);
  return 0;
}
