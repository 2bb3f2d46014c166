// Of two threads that wait, one is signalled, and then signals the other. That it is the first
// one that began to wait is a bug of this program (argument 1), or that it is the second (2).
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini %t 1 | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini %t 2 | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --policy=cond=fifo %t 1 | FileCheck %s --check-prefix=FOUND
// RUN: %mcmini --policy=cond=fifo %t 2 | FileCheck %s --check-prefix=CLEAN
// RUN: %mcmini --policy=cond=lifo %t 1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %mcmini --policy=cond=lifo %t 2 | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --policy=cond=glibc %t 1 | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --policy=cond=glibc %t 2 | FileCheck %s --check-prefix=FOUND
// FOUND: assertion `first != served_first' failed
// CLEAN: Every schedule of the program was explored.
//
// The trace file says under which policy it was found.
// RUN: not %mcmini --output-dir=%t.dir --policy=cond=fifo %t 1
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t 1 | FileCheck %s --check-prefix=FOUND
#include "threads.h"
#include <assert.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int waiting, first, done;

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  if (!done) {
    const int number = ++waiting;
    pthread_cond_wait(&turn, &lock);
    if (!first)
      first = number;
    pthread_cond_signal(&turn);
  }
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *signaller(void *argument) {
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_cond_signal(&turn);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  const int served_first = atoi(argv[argc - 1]);
  in_threads(waiter, waiter, signaller);
  if (waiting == 2)
    assert(first != served_first);
  return 0;
}
