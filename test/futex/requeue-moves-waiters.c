// FUTEX_CMP_REQUEUE wakes one of those that wait at a and moves the others to b, in one step, if a has
// the expected value. Who was moved waits at b: a wake there brings it back, and without it the thread
// waits for ever.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --require-complete --output=all %t good | sort -u | FileCheck %s --check-prefix=GOOD
// RUN: %mcmini --require-complete --output=all %t.gcc good | sort -u | FileCheck %s --check-prefix=GOOD
// GOOD: 0 deadlocked, 0 failed
// GOOD: requeued 0
// GOOD-NEXT: requeued 1
// GOOD-NEXT: requeued 2
// GOOD-NOT: requeued
// RUN: not %mcmini -k %t bad | FileCheck %s --check-prefix=BAD
// RUN: not %mcmini -k %t.gcc bad | FileCheck %s --check-prefix=BAD
// BAD: deadlock
// BAD: waits to be woken at b
// RUN: %mcmini --require-complete --output=all %t late | sort -u | FileCheck %s --check-prefix=LATE
// LATE: requeued -1
// LATE-NOT: requeued
#define _GNU_SOURCE
#include "threads.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic unsigned a, b;

static long futex(_Atomic unsigned *word, int operation, unsigned value, long second) {
  return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, second, &b, 0);
}

static void *waiter(void *argument) {
  futex(&a, FUTEX_WAIT, 0, 0);
  return argument;
}

int main(int argc, char **argv) {
  const char how = argv[argc - 1][0];
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, waiter, NULL);
  if (how == 'l')
    atomic_store(&a, 1);
  printf("requeued %ld\n", futex(&a, FUTEX_CMP_REQUEUE, 1, INT_MAX));
  atomic_store(&a, 1);
  futex(&a, FUTEX_WAKE, INT_MAX, 0);
  if (how != 'b')
    futex(&b, FUTEX_WAKE, INT_MAX, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
