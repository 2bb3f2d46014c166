// Whether a seat is left is asked in one critical section, and it is sold in another.
// Bug: atomicity
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.2 gives 'lock' back at step 12 (last-seat-sold-twice.c:20) and takes it again at step 19 (last-seat-sold-twice.c:25); in between, at step 14 (last-seat-sold-twice.c:18), thread 0.3 has taken it: what thread 0.2 saw before may be old.
// CHECK-NEXT: why: Thread 0.2 was interrupted after step 12 (last-seat-sold-twice.c:20) and went on at step 19 (last-seat-sold-twice.c:25); in between thread 0.3 ran.
// CHECK-NEXT: why: Thread 0.2 wrote seats after step 19 (last-seat-sold-twice.c:26); the other thread that wrote it last was 0.3, after step 16 (last-seat-sold-twice.c:26); in between thread 0.3 ended at step 18, and thread 0.2 went on at step 19 (last-seat-sold-twice.c:25).
// CHECK: shown: 19 steps, 1 preemption
// CHECK: decides: step: step 14: 0.3 lock lock (last-seat-sold-twice.c:18)
#include "threads.h"
#include <assert.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 2;

static bool is_seat_left(void) {
  pthread_mutex_lock(&lock);
  const bool left = seats > 0;
  pthread_mutex_unlock(&lock);
  return left;
}

static void sell(void) {
  pthread_mutex_lock(&lock);
  seats--;
  assert(seats >= 0);
  pthread_mutex_unlock(&lock);
}

static void *serve(void *argument) {
  if (is_seat_left())
    sell();
  return argument;
}

int main(void) {
  many_threads(3, serve);
  return 0;
}

// CHECK-NEXT: because: It comes between two critical sections of thread 0.2, which gave 'lock' back at step 12 (last-seat-sold-twice.c:20) and takes it again at step 19 (last-seat-sold-twice.c:25).
// CHECK-NEXT: first: 0.2 lock lock (last-seat-sold-twice.c:25)
