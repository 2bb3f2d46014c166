// A trace file names the thread that a signal woke; the replay wakes the same one. It also holds
// after a rebuild, with a warning.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini --keep-going %t
// RUN: FileCheck %s --input-file=%name.assertion-0001.trace --check-prefix=FIRST
// FIRST: mcmini-trace 1
// FIRST-NEXT: program {{[0-9a-f]+}} {{.*}}replay-repeats-a-wakeup
// FIRST-NEXT: finding assertion
// FIRST-NEXT: arguments
// FIRST: 0 signal not_empty=0.1 # {{.*}}replay-repeats-a-wakeup.c:43
// RUN: FileCheck %s --input-file=%name.assertion-0002.trace --check-prefix=SECOND
// SECOND: 0 signal not_empty=0.2 #
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not %mcmini replay %name.assertion-0002.trace -- %t 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN-NOT: the program has changed
// AGAIN: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: not %mcmini replay %name.assertion-0002.trace -- %t 2>&1 | FileCheck %s --check-prefix=REBUILT
// REBUILT: mcmini: warning: replay-repeats-a-wakeup.c.tmp.assertion-0002.trace: the program has changed since this trace was written
// REBUILT: mcmini: assertion failed
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *argument) {
  pthread_mutex_lock(&lock);
  if (items == 0) // should be while
    pthread_cond_wait(&not_empty, &lock);
  if (argument)
    assert(items > 0 && "in the second");
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void put(void) {
  pthread_mutex_lock(&lock);
  items++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, consumer, i ? &items : NULL);
  put();
  put();
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
