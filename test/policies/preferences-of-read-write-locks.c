// Who goes first where readers and writers wait for one lock.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
//
// A thread reads twice at once, another writes. Where writers are preferred it can wait for the
// writer with its second lock, and the writer for it: glibc's only kind that does so is
// PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP. The option goes before the kind.
// RUN: %mcmini %t again default | FileCheck %s --check-prefix=CLEAN
// RUN: %mcmini %t again writer | FileCheck %s --check-prefix=CLEAN
// RUN: not %mcmini %t again nonrecursive | FileCheck %s --check-prefix=DEADLOCK
// RUN: %mcmini --rwlock-preference=none %t again nonrecursive | FileCheck %s --check-prefix=CLEAN
// RUN: %mcmini --rwlock-preference=reader %t again nonrecursive | FileCheck %s --check-prefix=CLEAN
// RUN: not %mcmini --rwlock-preference=writer %t again default \
// RUN:   | FileCheck %s --check-prefix=DEADLOCK
// CLEAN: Every schedule of the program was explored.
// DEADLOCK: deadlock: 3 threads wait and none can ever go on
//
// A reader's second try fails where a writer waits that goes first.
// RUN: %mcmini %t try default | FileCheck %s --check-prefix=CLEAN
// RUN: not %mcmini %t try nonrecursive | FileCheck %s --check-prefix=BUSY
// BUSY: assertion `result == 0' failed
//
// One reads, one writes, each once: 2 classes, with a preference too. Whoever is preferred enters a
// queue before the other takes the lock, and then goes first, or after that.
// RUN: %mcmini %t once default | FileCheck %s --check-prefix=TWO
// RUN: %mcmini --rwlock-preference=reader %t once default | FileCheck %s --check-prefix=TWO
// RUN: %mcmini --rwlock-preference=writer %t once default | FileCheck %s --check-prefix=TWO
// TWO: {{^}}2 traces: 2 completed
//
// Readers served in the order of their enqueues are no longer independent: two have 2 classes.
// RUN: %mcmini %t readers default | FileCheck %s --check-prefix=ONE
// RUN: %mcmini --policy=rwlock.write=fifo %t readers default | FileCheck %s --check-prefix=ONE
// RUN: %mcmini --policy=rwlock.read=fifo %t readers default | FileCheck %s --check-prefix=TWO
// ONE: {{^}}1 traces: 1 completed
#define _GNU_SOURCE
#include "threads.h"
#include <assert.h>
#include <string.h>

static pthread_rwlock_t lock;

static void *read_once(void *argument) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return argument;
}

static void *read_again(void *argument) {
  pthread_rwlock_rdlock(&lock);
  read_once(argument);
  pthread_rwlock_unlock(&lock);
  return argument;
}

static void *write_once(void *argument) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return argument;
}

static void *read_and_try(void *argument) {
  pthread_rwlock_rdlock(&lock);
  const int result = pthread_rwlock_tryrdlock(&lock);
  assert(result == 0);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  return argument;
}

static int kind_of(const char *name) {
  return strcmp(name, "writer") == 0         ? PTHREAD_RWLOCK_PREFER_WRITER_NP
         : strcmp(name, "nonrecursive") == 0 ? PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
                                             : PTHREAD_RWLOCK_DEFAULT_NP;
}

int main(int argc, char **argv) {
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, kind_of(argv[argc - 1]));
  pthread_rwlock_init(&lock, &attributes);
  if (strcmp(argv[1], "readers") == 0)
    in_threads(read_once, read_once);
  else
    in_threads(strcmp(argv[1], "again") == 0 ? read_again
               : strcmp(argv[1], "try") == 0 ? read_and_try
                                             : read_once,
               write_once);
  return 0;
}
