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
// A search that ends has the counts that it has without them: 12! / (4! 4! 4!) = 34,650 classes. Where an algorithm is
// given, there are none.
// RUN: %mcmini %t 4 fixed > %t.mixed; FileCheck %s --check-prefixes=ENDS,MIXED --input-file=%t.mixed
// RUN: %mcmini --algorithm=optimal %t 4 fixed > %t.optimal; FileCheck %s --check-prefixes=ENDS,OPTIMAL --input-file=%t.optimal
// RUN: %mcmini -k %t 4 fixed > %t.all; FileCheck %s --check-prefixes=ENDS,MIXED --input-file=%t.all
// ENDS: {{^}}34650 traces: 34650 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// ENDS-NEXT: Every schedule of the program was explored.
// MIXED-NEXT: Between the traces after the first 1000, not among them: {{[0-9]+}} random schedules (pos, seed 1), {{[0-9]+}} distinct classes.
// OPTIMAL-NOT: Between
//
// With -k they end with the first finding, as without it, and the search goes on: main waits for ever where the reader
// came first, in 11! / (3! 4! 4!) = 11,550 of the classes.
// RUN: not %mcmini --estimate=off --json=%t.first.json %t 4 late
// RUN: not %mcmini -k --estimate=off --json=%t.every.json %t 4 late | FileCheck %s --check-prefix=EVERY
// EVERY: {{^}}34650 traces: 23100 completed, 11550 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// EVERY-NEXT: Every schedule of the program was explored.
// EVERY: {{^}}Between the traces after the first 1000, not among them: [[N:[0-9]+]] random schedule{{s?}} (pos, seed 1), {{[0-9]+}} distinct class{{(es)?}}.
// RUN: python3 -c "import json, sys; a, b = (json.load(open(n)) for n in sys.argv[1:]); assert a['between'] == b['between'] > 0 and a['findings'][0]['traces'] == 0 and b['findings'][0]['traces'] == 11550, (a['between'], b['between'])" %t.first.json %t.every.json
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t never;
static int rounds, written, is_fixed, is_late, was_first;

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
    was_first |= written == 0;
    assert(is_fixed || is_late || written > 0);
    pthread_mutex_unlock(&lock);
  }
  return none;
}

int main(int argc, char **argv) {
  pthread_t thread[3];
  rounds = argc > 1 ? atoi(argv[1]) : 2;
  is_fixed = argc > 2 && !strcmp(argv[2], "fixed");
  is_late = argc > 2 && !strcmp(argv[2], "late");
  sem_init(&never, 0, 0);
  pthread_create(&thread[0], NULL, write_all, NULL);
  pthread_create(&thread[1], NULL, write_all, NULL);
  pthread_create(&thread[2], NULL, read_all, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  if (is_late && was_first)
    sem_wait(&never);
}
