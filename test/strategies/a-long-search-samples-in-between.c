// Where no algorithm is given, a search of more than 1,000 traces puts random schedules between its traces. The
// reader fails where it comes before the writer's first round: optimal, which begins with the last choices of a
// trace, comes there after millions of traces, and a random schedule does so one time in some.
// RUN: %mcmini-cc -g %s -o %t
//
// optimal alone does not find it in 20,000 traces; a schedule in between does. (So does a probe of the estimate.)
// RUN: %mcmini --algorithm=optimal --estimate=off --max-traces=20000 %t 6 | FileCheck %s --check-prefix=ALONE
// ALONE: incomplete: nothing found
// ALONE-NOT: Between
// RUN: rm -f *.trace; not %mcmini --estimate=off --json=%t.one.json %t 6 | FileCheck %s
// CHECK: mcmini: assertion
// CHECK: {{^}}[[TRACES:10[0-9][0-9]]] traces: [[TRACES]] completed, 0 deadlocked, 0 failed
// CHECK-NEXT: The finding was met by a random schedule, which is not among these traces.
// CHECK-NEXT: The search ended at the first finding
// CHECK-NEXT: Between the traces after the first 1000, not among them: {{[0-9]+}} random schedule{{s?}} (pos, seed 1), {{[0-9]+}} distinct class{{(es)?}}.
//
// Its trace file is one like any other. The same seed gives the same schedules, another one others.
// RUN: not %mcmini replay %basename_t.tmp.assertion-0001.trace -- %t 6 | FileCheck %s --check-prefix=AGAIN
// AGAIN: mcmini: assertion
// RUN: not %mcmini --estimate=off --json=%t.two.json %t 6
// RUN: not %mcmini --estimate=off --json=%t.other.json --seed=2 %t 6
// RUN: python3 -c "import json, sys; a, b, c = (json.load(open(n)) for n in sys.argv[1:]); assert a['order'] == b['order'] != c['order'] and a['traces'] == b['traces'] and a['between'] == b['between'] > 0; f = a['findings'][0]; assert f['traces'] == 0 and f['random_traces'] == 1" %t.one.json %t.two.json %t.other.json
//
// A search that ends has the counts that it has without them: 12! / (4! 4! 4!) = 34,650 classes. With -k, or where an algorithm is
// given, there are none.
// RUN: %mcmini %t 4 fixed > %t.mixed; FileCheck %s --check-prefixes=ENDS,MIXED --input-file=%t.mixed
// RUN: %mcmini --algorithm=optimal %t 4 fixed > %t.optimal; FileCheck %s --check-prefixes=ENDS,OPTIMAL --input-file=%t.optimal
// RUN: %mcmini -k %t 4 fixed > %t.all; FileCheck %s --check-prefixes=ENDS,OPTIMAL --input-file=%t.all
// ENDS: {{^}}34650 traces: 34650 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// ENDS-NEXT: Every schedule of the program was explored.
// MIXED-NEXT: Between the traces after the first 1000, not among them: {{[0-9]+}} random schedules (pos, seed 1), {{[0-9]+}} distinct classes.
// OPTIMAL-NOT: Between
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds, written, is_fixed;

static void *write_all(void *none) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    written++;
    pthread_mutex_unlock(&lock);
  }
  return none;
}

static void *read_all(void *none) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    assert(is_fixed || written > 0);
    pthread_mutex_unlock(&lock);
  }
  return none;
}

int main(int argc, char **argv) {
  pthread_t thread[3];
  rounds = argc > 1 ? atoi(argv[1]) : 2;
  is_fixed = argc > 2;
  pthread_create(&thread[0], NULL, write_all, NULL);
  pthread_create(&thread[1], NULL, write_all, NULL);
  pthread_create(&thread[2], NULL, read_all, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
}
