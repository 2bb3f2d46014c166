// A lock that first looks at its plain word, as old code does: that this is a race shows only in a turn
// in which the attempt has failed, so such turns are run. Either thread is the first to take the lock, and
// the other one tries it before it is given back, or not.
// RUN: %mcmini-cc -g -O0 %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: mcmini: data race: word: read at {{.*}} and atomic write at
// CHECK: {{^}}4 traces: 4 completed
//
// What it reads may also be something that nobody uses. The other one comes too late to see the lock
// taken; or tries in vain, and reads before the write or behind it, and gives up: 3 for each that is the
// first, of which 2 are dropped.
// RUN: %mcmini-cc -g -O0 -DUNUSED=count %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=UNUSED
// RUN: %mcmini-cc -g -O0 -DUNUSED='peek()' %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=UNUSED
// RUN: %mcmini-cc -g -O2 -DUNUSED='peek()' %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=UNUSED
// UNUSED: mcmini: data race: count: {{(read|write)}} at
// UNUSED: {{^}}6 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 4 dropped
#include <pthread.h>

static volatile int word;
static int count;

#ifdef UNUSED
static int peek(void) { return count; }
#endif

static void *run(void *argument) {
  while (__sync_lock_test_and_set(&word, 1)) {
#ifdef UNUSED
    const int unused = UNUSED;
    (void)unused;
#else
    while (word) {
    }
#endif
  }
  count = 1;
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
