// Two threads lock m, meet, lock n, meet, and lock m again. Each pair of locks has two orders, whatever the
// others': 8 classes. From lock_n on, or from the mc_begin before it, there are the orders of n and of the
// second m: 4. With the end behind n: 2. Until lock_n: those of the first m: 2. Only those of a function or an
// object: of m both times 4, of n 2. What has one order is said; the status stays 0. A name that no step has is
// no limit of the user's: incomplete, status 3.
//
// RUN: %mcmini-cc -g -w -DMODE=0 %s -o %t.0
// RUN: %mcmini-cc -g -w -DMODE=1 %s -o %t.1
// RUN: %mcmini-cc -g -w -DMODE=2 %s -o %t.2
// RUN: %mcmini %t.0 | FileCheck --check-prefix=ALL %s
// RUN: %mcmini %t.1 | FileCheck --check-prefix=FROM %s
// RUN: %mcmini %t.2 | FileCheck --check-prefix=BETWEEN %s
// RUN: %mcmini --from=lock_n %t.0 | FileCheck --check-prefix=FROM %s
// RUN: %mcmini --from=lock_n --algorithm=source %t.0 | FileCheck --check-prefix=FROM %s
// RUN: %mcmini --from=lock_n --algorithm=dpor %t.0 | FileCheck --check-prefix=FROM %s
// RUN: %mcmini --until=lock_n %t.0 | FileCheck --check-prefix=UNTIL %s
// RUN: %mcmini --only=fun:lock_m %t.0 | FileCheck --check-prefix=M %s
// RUN: %mcmini --only=object:m,object:x %t.0 | FileCheck --check-prefix=M %s
// RUN: %mcmini --only=object:n %t.0 | FileCheck --check-prefix=N %s
// RUN: not %mcmini --from=nobody %t.0 | FileCheck --check-prefix=NOBODY %s
// RUN: not %mcmini --only=object:nothing %t.0 | FileCheck --check-prefix=NOTHING %s
// RUN: not %mcmini --only=nothing %t.0 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not %mcmini --only=object:n --algorithm=pop %t.0 2>&1 | FileCheck --check-prefix=POP %s
// ALL: {{^}}8 traces: 8 completed
// ALL-NEXT: Every schedule of the program was explored.
// FROM: incomplete: nothing found, but what comes before the search begins (--from, mc_begin) has one order
// FROM: {{^}}4 traces: 4 completed
// FROM-NEXT: Every schedule of the program was explored, from its begin on: what comes before (--from, mc_begin) has one order.
// BETWEEN: {{^}}2 traces: 2 completed
// BETWEEN-NEXT: has one order; what comes after its end (--until, mc_end) has one order.
// UNTIL: {{^}}2 traces: 2 completed
// UNTIL-NEXT: Every schedule of the program was explored; what comes after its end (--until, mc_end) has one order.
// M: {{^}}4 traces: 4 completed
// M-NEXT: Every schedule of the program was explored; operations that --only does not name have one order.
// N: {{^}}2 traces: 2 completed
// NOBODY: incomplete: nothing found, but no step was made where the search was to begin (--from)
// NOTHING: incomplete: nothing found, but no operation is one that --only names
// WRONG: --only: expected object:PATTERN or fun:PATTERN, not 'nothing'
// POP: --only: not with --algorithm=pop
#include <mcmini/mcmini.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t meeting;

static void lock_m(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

static void lock_n(void) {
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
}

static void *run(void *number) {
  lock_m();
  pthread_barrier_wait(&meeting);
  if (MODE && !number) // it runs first
    mc_begin();
  lock_n();
  pthread_barrier_wait(&meeting);
  if (MODE == 2 && !number)
    mc_end();
  lock_m();
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&meeting, NULL, 2);
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
