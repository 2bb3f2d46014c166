// With --delays=N only schedules in which at most N threads are passed over are run, and the result
// says so; also of 101 threads.
// RUN: %mcmini-cc -g %s -o %t
//
// N threads lock and unlock one mutex. Without a delay main creates all of them, and each runs to its
// end, then main joins it: one schedule. One delay passes over the thread whose turn it is, where
// another can run: main at each create but the first and at each join but the last (it is blocked before);
// each thread but the last at its start, lock, unlock and exit. That are 6 (N - 1) schedules more.
// RUN: %mcmini --delays=0 %t 3 | FileCheck %s --check-prefix=NONE
// NONE: mcmini: incomplete: nothing found, but delays were bounded by --delays
// NONE: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// NONE-NEXT: Every schedule of the program with at most 0 delays was explored.
// RUN: %mcmini --delays=1 %t 3 | FileCheck %s --check-prefix=THREE
// THREE: {{^}}13 traces: 13 completed
// THREE-NEXT: Every schedule of the program with at most 1 delay was explored.
// RUN: %mcmini --delays=1 %t 100 | FileCheck %s --check-prefix=MANY
// MANY: {{^}}595 traces: 595 completed
// MANY-NEXT: Every schedule of the program with at most 1 delay was explored.
//
// RUN: not %mcmini --require-complete --delays=1 --json=- %t 3 | FileCheck %s --check-prefix=JSON
// JSON: "verdict": "incomplete"
// JSON-NEXT: "algorithm": "dfs"
// JSON: "delays": 1
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *lock(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[100];
  const int threads = argc > 1 ? atoi(argv[1]) : 2;
  for (int i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, lock, NULL);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
