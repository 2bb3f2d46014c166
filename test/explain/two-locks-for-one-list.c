// The list is filled under one lock and emptied under another.
// Bug: race
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini data-race %t | FileCheck %s
// CHECK: why: Thread 0.2 holds out_lock there, thread 0.1 holds in_lock: the same lock at both places would order the two.
// CHECK: shown: 8 steps, 0 preemptions
// CHECK: decides: none
#include "threads.h"

static pthread_mutex_t in_lock = PTHREAD_MUTEX_INITIALIZER, out_lock = PTHREAD_MUTEX_INITIALIZER;
static int length, put, taken;

static void *fill(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&in_lock);
    put++;
    length++;
    pthread_mutex_unlock(&in_lock);
  }
  return argument;
}

static void *empty(void *argument) {
  pthread_mutex_lock(&out_lock);
  taken++;
  if (length > 0)
    length--;
  pthread_mutex_unlock(&out_lock);
  return argument;
}

int main(void) {
  in_threads(fill, empty);
  return 0;
}
