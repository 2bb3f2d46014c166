// --timeout ends a search of 12! = 479001600 traces, and so does an interrupt; neither leaves a
// process behind.
// RUN: %mcmini-cc -g %s -o %t-ended
// RUN: %mcmini --timeout=0.5 %t-ended | FileCheck %s --check-prefix=TIMEOUT
// TIMEOUT: mcmini: incomplete: nothing found, but the time of --timeout has passed
// RUN: sh -c 'python3 %S/../warnings/Inputs/interrupt.py %mcmini --output=all %t-ended; echo' | FileCheck %s --check-prefix=INTERRUPT
// INTERRUPT: mcmini: incomplete: nothing found, but it was interrupted
// RUN: sh -c 'ls -l /proc/[0-9]*/exe 2> /dev/null; true' | not grep -F %t-ended
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 12 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  puts("begins");
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
