// A thread stopped by --max-depth-per-thread holds a mutex that another waits for: the trace is bounded.
// Two threads that wait for each other's mutex are a deadlock, also if a third was stopped.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k --max-depth-per-thread=3 %t holds | FileCheck %s
// CHECK: incomplete: nothing found, but traces were cut by --max-depth-per-thread
// CHECK: 0 deadlocked, 0 failed, {{[1-9][0-9]*}} bounded
// RUN: %mcmini -k --max-depth=4 %t holds | FileCheck %s --check-prefix=DEPTH
// DEPTH: incomplete: nothing found, but traces were cut by --max-depth
// DEPTH: at most 4 in a trace
// DEPTH: 0 completed, 0 deadlocked, 0 failed, {{[1-9][0-9]*}} bounded
// RUN: not %mcmini -k --max-depth-per-thread=4 %t cycle | FileCheck %s --check-prefix=CYCLE
// CYCLE: deadlock
// CYCLE: thread 0.{{[123]}} (spinner) was stopped by --max-depth-per-thread before
// CYCLE: {{[1-9][0-9]*}} deadlocked, 0 failed, {{[1-9][0-9]*}} bounded
#include "threads.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *argument) {
  pthread_mutex_lock(&a);
  for (int i = 0; i < 5; i++)
    sched_yield();
  pthread_mutex_unlock(&a);
  return argument;
}

static void *forwards(void *argument) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

static void *backwards(void *argument) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}

static void *spinner(void *argument) {
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
  }
  return argument;
}

int main(int argc, char **argv) {
  if (argv[argc - 1][0] == 'h')
    in_threads(holder, holder);
  else
    in_threads(forwards, backwards, spinner);
  return 0;
}
