// Where a trace would have its 129th thread, the thread that would create it stands still; the others go on,
// and the trace is bounded. No call fails that does not fail natively, so nothing is found that is not there.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// Main creates a thread, which takes two mutexes in the other order, and joins it, 200 times. The first trace
// ends at the 128th; the second has its last two lock steps that race in the other order, which is the deadlock.
// RUN: not %mcmini -q %t rounds | FileCheck %s --check-prefix=ROUNDS
// RUN: not %mcmini -q --threads=kernel %t rounds | FileCheck %s --check-prefix=ROUNDS
// RUN: not %mcmini -q --isolation=fork %t rounds | FileCheck %s --check-prefix=ROUNDS
// RUN: not %mcmini -q %t.gcc rounds | FileCheck %s --check-prefix=ROUNDS
// ROUNDS: mcmini: deadlock: 2 threads wait
// ROUNDS: warning: more than 128 threads: the thread that would create another one is stopped (more-than-128-threads.c:[[@LINE+38]])
// ROUNDS: {{^}}2 traces: 0 completed, 1 deadlocked, 0 failed, 1 bounded, 0 dropped
// In one round of the same order nothing races: one trace. It is no deadlock that main waits for a thread that
// creates 200 others and stands still at the 127th.
// RUN: not %mcmini -q --lint %t nested | FileCheck %s --check-prefix=NESTED
// RUN: not %mcmini -q --threads=kernel %t nested | FileCheck %s --check-prefix=NESTED
// RUN: not %mcmini -q --isolation=fork %t nested | FileCheck %s --check-prefix=NESTED
// NESTED: mcmini: incomplete: nothing found, but it has more threads than McMini can check, 128
// NESTED: {{^}}1 traces: 0 completed, 0 deadlocked, 0 failed, 1 bounded, 0 dropped
// NESTED: Not every schedule of the program was explored: it has more threads than McMini can check, 128. Where
// Two threads wait for each other's mutex, which nobody can end, whatever main would still have done. The three
// schedules of two threads that lock two mutexes in opposite orders: one of them first, the other one, and neither.
// RUN: not %mcmini -q -k %t cycle | FileCheck %s --check-prefix=CYCLE
// RUN: not %mcmini -q -k --algorithm=dpor %t cycle | FileCheck %s --check-prefix=CYCLE
// CYCLE: mcmini: deadlock: 2 threads wait
// CYCLE: thread 0 was stopped by McMini's limit of 128 threads before create
// CYCLE: {{^}}3 traces: 0 completed, 1 deadlocked, 0 failed, 2 bounded, 0 dropped
// CYCLE-NEXT: Not every schedule of the program was explored: it has more threads than McMini can check, 128. Where
#include <pthread.h>
#include <string.h>

enum { MANY = 200 };
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread[MANY];

static void lock_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *forwards(void *argument) { return lock_both(&a, &b), argument; }
static void *backwards(void *argument) { return lock_both(&b, &a), argument; }
static void *idle(void *argument) { return argument; }

static void rounds(void) {
  for (int i = 0; i < MANY; i++) {
    pthread_create(&thread[i], NULL, backwards, NULL);
    lock_both(&a, &b);
    pthread_join(thread[i], NULL);
  }
}

static void *crowd(void *argument) {
  for (int i = 0; i < MANY; i++)
    pthread_create(&thread[i], NULL, idle, NULL);
  for (int i = 0; i < MANY; i++)
    pthread_join(thread[i], NULL);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t first, second;
  (void)argc;
  if (!strcmp(argv[1], "rounds")) {
    rounds();
  } else if (!strcmp(argv[1], "nested")) {
    pthread_create(&first, NULL, crowd, NULL);
    pthread_join(first, NULL);
  } else {
    pthread_create(&first, NULL, forwards, NULL);
    pthread_create(&second, NULL, backwards, NULL);
    crowd(NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
  }
  return 0;
}
