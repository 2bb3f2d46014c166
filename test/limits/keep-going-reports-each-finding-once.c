// Three threads take turns, 6 orders; main does not like it if 1 is the last, nor if 2 is. -k explores
// all and reports two findings, each with its 2 traces.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini -k --json=a.json %t | FileCheck %s
// RUN: FileCheck %s --input-file=a.json --check-prefix=JSON
// RUN: not %mcmini -k %t.gcc | FileCheck %s
// CHECK: mcmini: 2 findings
// CHECK: Finding 1: assertion failed: {{.*}}second{{.*}} (in 2 traces)
// CHECK: Finding 2: assertion failed: {{.*}}first{{.*}} (in 2 traces)
// CHECK: {{^}}6 traces: 2 completed, 0 deadlocked, 4 failed
// JSON: "failed": 4
// JSON: "kind": "assertion"
// JSON: "traces": 2
// JSON: "kind": "assertion"
// JSON: "traces": 2
// Without it, the search ends at the first trace, in which 2 is the last.
// RUN: not %mcmini %t | FileCheck %s --check-prefix=ONE
// ONE: mcmini: assertion failed: {{.*}}second
// ONE: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed
#include "threads.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long last;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  last = (long)argument;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  many_threads(3, worker);
  assert(last != 1 && "first");
  assert(last != 2 && "second");
  return 0;
}
