// A look-up counts under the read lock, which two have at once.
// Bug: race
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini data-race %t | FileCheck %s
// CHECK: why: Both threads hold lock there, but not both for writing: who writes has to.
// CHECK: shown: 12 steps, 0 preemptions
// CHECK: decides: none
#include "threads.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[4], hits;

static void *look_up(void *argument) {
  pthread_rwlock_rdlock(&lock);
  const int is_empty = !table[0];
  pthread_rwlock_unlock(&lock);
  if (is_empty)
    return argument;
  pthread_rwlock_rdlock(&lock);
  if (table[0])
    hits++;
  pthread_rwlock_unlock(&lock);
  return argument;
}

static void insert(int key) {
  pthread_rwlock_wrlock(&lock);
  table[key] = 1;
  pthread_rwlock_unlock(&lock);
}

int main(void) {
  insert(0);
  in_threads(look_up, look_up);
  return 0;
}
