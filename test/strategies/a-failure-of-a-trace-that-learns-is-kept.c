// A failing trace goes on, uncounted, with its other threads. Here they show that calls of rand are
// to be ordered, and the search restarts. The schedule that failed does not come again, so it is one of
// the traces that are counted: with -k, and where the finding ends the search. (With a limit of N traces
// it takes the place of one schedule that would come behind the restart.)
// RUN: %mcmini-cc -g %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: not %mcmini -q -k --algorithm=pos --seed=3 --max-traces=1 --output-dir=%t.dir %t | FileCheck %s
// RUN: not %mcmini -q --algorithm=pos --seed=3 --max-traces=9 %t | FileCheck %s
// RUN: not %mcmini -q -k --algorithm=pos --seed=3 --max-traces=2 %t | FileCheck --check-prefix=TWO %s
// RUN: not %mcmini replay %t.dir/%name.assertion-0001.trace -- %t | FileCheck --check-prefix=AGAIN %s
// CHECK: mcmini: assertion failed: assertion `ready' failed in int main(void)
// CHECK: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed,
// TWO: {{^}}2 traces: 0 completed, 0 deadlocked, 2 failed,
// AGAIN: mcmini: assertion failed: assertion `ready' failed in int main(void)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_bool ready;

static void *work(void *unused) {
  (void)unused;
  ready = true;
  rand();
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  rand();
  assert(ready);
  pthread_join(thread, NULL);
}
