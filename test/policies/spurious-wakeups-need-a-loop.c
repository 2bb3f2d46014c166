// A consumer that waits in an `if` takes what is not there, but only after a spurious wakeup; one
// that waits in a `while` does not (Table 9 of the paper).
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: %mcmini %t if | FileCheck %s --check-prefix=CLEAN
// RUN: not %mcmini --spurious-wakeups=1 %t if | FileCheck %s --check-prefix=FOUND
// RUN: %mcmini --spurious-wakeups=1 %t while | FileCheck %s --check-prefix=CLEAN
// RUN: %mcmini --spurious-wakeups=2 %t while | FileCheck %s --check-prefix=CLEAN
// FOUND: assertion `elements > 0' failed
// FOUND: wait available, 'lock' = spurious
// CLEAN: Every schedule of the program was explored.
//
// In the source it is said for one condition variable, and holds whatever the option says.
// RUN: not %mcmini %t if once | FileCheck %s --check-prefix=FOUND
// RUN: %mcmini --spurious-wakeups=1 %t if never | FileCheck %s --check-prefix=CLEAN
//
// Replayed: the trace file has the number.
// RUN: not %mcmini --spurious-wakeups=1 %t if
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t if | FileCheck %s --check-prefix=FOUND
#include "threads.h"
#include <assert.h>
#include <mcmini/mcmini.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t available = PTHREAD_COND_INITIALIZER;
static int elements, with_if;

static void *consumer(void *argument) {
  pthread_mutex_lock(&lock);
  if (with_if && elements == 0)
    pthread_cond_wait(&available, &lock);
  while (!with_if && elements == 0)
    pthread_cond_wait(&available, &lock);
  assert(elements > 0);
  elements--;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *producer(void *argument) {
  pthread_mutex_lock(&lock);
  elements++;
  pthread_cond_signal(&available);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  with_if = strcmp(argv[1], "if") == 0;
  if (argc > 2)
    mc_spurious_wakeups(&available, strcmp(argv[2], "once") == 0);
  in_threads(producer, consumer);
  return 0;
}
