// Each trace shows other data races: which elements two threads write depends on the schedule. A random
// schedule in which more of them are transitions comes after those that there were: 300 are asked for, and
// 300 are counted. What they have found stays found, and is shown by its trace as it was, without the places
// that were learned later.
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c 'for algorithm in pos pct random; do \
// RUN:   %mcmini -q -k --algorithm=$algorithm --max-traces=300 %t; done; true' | FileCheck %s
// CHECK: Finding {{[0-9]}}: assertion
// CHECK: {{^}}300 traces: {{[0-9]+}} completed, 0 deadlocked, {{[1-9][0-9]*}} failed
// CHECK: 300 random schedules (pos, seed 1): at least {{[1-9][0-9]*}} distinct classes
// CHECK: Finding {{[0-9]}}: assertion
// CHECK: {{^}}300 traces: {{[0-9]+}} completed, 0 deadlocked, {{[1-9][0-9]*}} failed
// CHECK: 300 random schedules (pct, seed 1)
// CHECK: Finding {{[0-9]}}: assertion
// CHECK: {{^}}300 traces: {{[0-9]+}} completed, 0 deadlocked, {{[1-9][0-9]*}} failed
// CHECK: 300 random schedules (random, seed 1)
//
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t | FileCheck %s --check-prefix=REPLAY
// REPLAY: mcmini: assertion failed
//
// The same of the random schedules of auto.
// RUN: not %mcmini -q -k --algorithm=auto --max-traces=100 %t | FileCheck %s --check-prefix=AUTO
// AUTO: Finding {{[0-9]}}: assertion
// AUTO: Before, 100 random schedules (pos and pct, seed 1): at least {{[1-9][0-9]*}} distinct classes; 2 of the
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 3, TURNS = 20, SIZE = 400 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, data[SIZE];

static void *worker(void *number) {
  const int n = (int)(long)number;
  for (int i = 0; i < TURNS; i++) {
    pthread_mutex_lock(&lock);
    const int k = next++;
    pthread_mutex_unlock(&lock);
    data[(7 * k + 13 * n * i) % SIZE]++;
    assert(n != 2 || i != TURNS - 1 || k != THREADS * TURNS - 1);
  }
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
