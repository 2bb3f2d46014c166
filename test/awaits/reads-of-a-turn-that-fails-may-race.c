// A lock that first looks at its plain word, as old code does: that this is a race shows only in a turn
// in which the attempt has failed, so such turns are run. Either thread is the first to take the lock, and
// the other one tries it before it is given back, or not.
// RUN: %mcmini-cc -g -O0 %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: mcmini: data race: word: read at {{.*}} and atomic write at
// CHECK: {{^}}4 traces: 4 completed
#include <pthread.h>

static volatile int word;
static int count;

static void *run(void *argument) {
  while (__sync_lock_test_and_set(&word, 1)) {
    while (word) {
    }
  }
  count++;
  __sync_lock_release(&word);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  return 0;
}
