// Nothing is annotated. The race on a plain field is found in the first trace; then its accesses are
// transitions: two threads that read and then write one variable have 4 classes (one after the other,
// 2; both read first, then either writes first, 2), of which the last 2 lose an increment.
// RUN: %mcmini-cc -g -O0 %s -o %t.0 && not %mcmini -k %t.0 | FileCheck %s --check-prefixes=CHECK,DEEP
// RUN: %mcmini-cc -g -O1 %s -o %t.1 && not %mcmini -k %t.1 | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t.2 && not %mcmini -k %t.2 | FileCheck %s
// CHECK: data race: q->length: write at what-a-race-does-is-explored.c:36 and read at what-a-race-does-is-explored.c:36, which nothing orders (in 4 traces)
// CHECK: thread 0.1 (locks), after step 4: write q->length: 1, holding q->lock
// CHECK-NEXT: at what-a-race-does-is-explored.c:36
// DEEP-NEXT: from what-a-race-does-is-explored.c:40
// CHECK: thread 0.2 (does_not), after step {{[0-9]+}}: read q->length
// CHECK-NEXT: at what-a-race-does-is-explored.c:36
// DEEP-NEXT: from what-a-race-does-is-explored.c:46
// CHECK: What it can do: assertion failed: {{.*}} (finding [[N:[0-9]+]])
// CHECK: Finding [[N]]: assertion failed: {{.*}} (in 2 traces)
// CHECK: {{^}}4 traces: 2 completed, 0 deadlocked, 2 failed
// The schedule of the failure runs again, and so does that of the race, which has other transitions.
// RUN: not %mcmini replay %name.2.assertion-0001.trace -- %t.2 | FileCheck %s --check-prefix=AGAIN
// AGAIN: assertion failed: 
// RUN: not %mcmini replay %name.2.data-race-0001.trace -- %t.2 | FileCheck %s --check-prefix=RACE
// RACE: data race: q->length
// A race is no end of the search; its consequence is.
// RUN: not %mcmini -q %t.0 | FileCheck %s --check-prefix=FIRST
// FIRST: data race: q->length
// FIRST: assertion failed
// FIRST: The search ended at the first finding
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct queue {
  int length;
  pthread_mutex_t lock;
} *q;

static inline void lengthen(void) { q->length++; }

static void *locks(void *argument) {
  pthread_mutex_lock(&q->lock);
  lengthen();
  pthread_mutex_unlock(&q->lock);
  return argument;
}

static void *does_not(void *argument) {
  lengthen();
  return argument;
}

int main(void) {
  pthread_t thread[2];
  q = calloc(1, sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  pthread_create(&thread[0], NULL, locks, NULL);
  pthread_create(&thread[1], NULL, does_not, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  assert(q->length == 2);
  free(q);
  return 0;
}
