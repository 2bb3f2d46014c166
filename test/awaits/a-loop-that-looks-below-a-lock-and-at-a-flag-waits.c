// The worker of a pool looks at a flag and below a lock in each turn, and sleeps. It gives up after its
// third look at the latest: the flag is set before its first, second or third look, or after that.
//
// RUN: %mcmini-cc -g %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-cc -g -O2 %s -o %t && %mcmini %t | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-cc -g -DWORKERS=2 %s -o %t && %mcmini %t | FileCheck %s
// CHECK: ok: nothing found
// ONE: {{^}}4 traces: 3 completed, 0 deadlocked, 0 failed, 0 bounded, 1 dropped
// CHECK: Every schedule of the program was explored.
//
// RUN: %mcmini-cc -g -DNEVER -DWORKERS=2 %s -o %t && not %mcmini %t | FileCheck --check-prefix=NEVER %s
// NEVER: livelock: 2 threads wait in loops that nobody can end, and 1 for something else
// NEVER: thread 0.1 (work) waits in a loop: change stop, 'lock', until the variable changes, or something below the lock
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#ifndef WORKERS
#define WORKERS 1
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool stop;
static int jobs, done;

static void *work(void *argument) {
  for (;;) {
    const bool last = atomic_load(&stop);
    pthread_mutex_lock(&lock);
    const bool has_job = jobs > 0;
    if (has_job)
      jobs--, done++;
    pthread_mutex_unlock(&lock);
    if (!has_job && last)
      return argument;
    if (!has_job)
      usleep(10);
  }
}

int main(void) {
  pthread_t worker[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&worker[i], NULL, work, NULL);
#ifndef NEVER
  atomic_store(&stop, true);
#endif
  for (int i = 0; i < WORKERS; i++)
    pthread_join(worker[i], NULL);
  return done;
}
