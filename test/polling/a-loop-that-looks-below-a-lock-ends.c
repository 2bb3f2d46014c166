// A thread that takes a lock, looks, gives it back and begins anew writes nothing: it polls, and only
// fair schedules are explored. One that writes in each turn does not.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -DWRITES %s -o %t && %mcmini --max-traces=2 %t | FileCheck --check-prefix=WRITES %s
// CHECK: incomplete: nothing found, but only fair schedules were explored
// CHECK: traces: {{[0-9]+}} completed, 0 deadlocked, 0 failed, 0 bounded
// WRITES-NOT: fair
// WRITES: 2 traces: 2 completed
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool done;
static int looks;

static void *wait(void *argument) {
  for (int turns = 0;; turns++) {
    pthread_mutex_lock(&lock);
#ifdef WRITES
    looks++;
    const bool stop = turns == 200;
#else
    const bool stop = done;
#endif
    pthread_mutex_unlock(&lock);
    if (stop)
      return argument;
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
#ifndef WRITES
  pthread_mutex_lock(&lock);
  done = true;
  pthread_mutex_unlock(&lock);
#else
  wait(NULL);
#endif
  pthread_join(thread, NULL);
  return looks > 402;
}
