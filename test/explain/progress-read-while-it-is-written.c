// A progress bar waits until the worker has started, and reads without its lock what it writes.
// Bug: race
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini data-race %t | FileCheck %s
// CHECK: why: Thread 0.1 holds 'lock' there, thread 0.2 holds no lock: if it held 'lock', too, the two would be ordered.
// CHECK: shown: 9 steps, 0 preemptions
// CHECK: decides: none
#include "threads.h"
#include <semaphore.h>

static sem_t started;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done, shown;

static void *work(void *argument) {
  sem_post(&started);
  pthread_mutex_lock(&lock);
  done++;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *show_progress(void *argument) {
  sem_wait(&started);
  shown = done;
  return argument;
}

int main(void) {
  sem_init(&started, 0, 0);
  in_threads(work, show_progress);
  return 0;
}
