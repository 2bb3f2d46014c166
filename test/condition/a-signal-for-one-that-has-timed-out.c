// A hand-over: the giver signals if somebody is said to wait, and then waits until the thing was taken.
// The taker has timed out, but not yet said so: it needs the lock for that. The signal is for nobody, and
// the giver waits for ever. Hidden where a timeout and taking the lock are one step.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini %t wrong | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --algorithm=source %t wrong | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --algorithm=dpor %t wrong | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --policy=cond.wait=fifo,mutex.lock=fifo %t wrong | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini %t.gcc wrong | FileCheck %s --check-prefix=FOUND
// FOUND: deadlock: 2 threads wait
// FOUND: signal given
// FOUND: thread 0.2 (giver) waits to be woken at taken: nobody has woken it
//
// The twin looks for the thing after a timeout, too.
// RUN: %mcmini %t right | FileCheck %s --check-prefix=RIGHT
// RUN: %mcmini --algorithm=source %t right | FileCheck %s --check-prefix=RIGHT
// RUN: %mcmini --policy=cond.wait=fifo,mutex.lock=fifo %t right | FileCheck %s --check-prefix=RIGHT
// RIGHT: ok: nothing found
#include "threads.h"
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER, taken = PTHREAD_COND_INITIALIZER;
static int waits, thing, is_right;

static void *taker(void *argument) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  pthread_mutex_lock(&lock);
  waits = 1;
  const int result = pthread_cond_timedwait(&given, &lock, &deadline);
  waits = 0;
  if (thing && (result == 0 || is_right)) {
    thing = 0;
    pthread_cond_signal(&taken);
  }
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *giver(void *argument) {
  pthread_mutex_lock(&lock);
  if (waits) {
    thing = 1;
    pthread_cond_signal(&given);
    while (thing)
      pthread_cond_wait(&taken, &lock);
  }
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  is_right = !strcmp(argv[argc - 1], "right");
  in_threads(taker, giver);
  return 0;
}
