// lock.h - a program for lock(me) and unlock(me): THREADS threads, from 0, count ROUNDS times each
// under the lock, in plain memory. With a mutex each class of its traces is an order of the
// critical sections: (THREADS * ROUNDS)! / ROUNDS!^THREADS.
#ifndef TEST_CLASSICS_LOCK_H
#define TEST_CLASSICS_LOCK_H

#include "threads.h"
#include <assert.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static void lock(int me);
static void unlock(int me);

static int count;

static void *count_up(void *argument) {
  const int me = (int)(intptr_t)argument;
  for (int i = 0; i < ROUNDS; i++) {
    lock(me);
    count++;
    unlock(me);
  }
  return NULL;
}

int main(void) {
  many_threads(THREADS, count_up);
  assert(count == THREADS * ROUNDS);
  return 0;
}

#endif
