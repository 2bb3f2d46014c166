// syscall(SYS_futex): a wait looks at the word and sleeps in one step, so that a wake after the change
// is never missed. The waiter comes first (woken) or finds the word changed (EAGAIN).
// A wake before the change is missed: a deadlock.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k --output=all %t good | sort -u | FileCheck %s --check-prefix=GOOD
// RUN: %mcmini -k --output=all %t.gcc good | sort -u | FileCheck %s --check-prefix=GOOD
// GOOD: 0 deadlocked, 0 failed
// GOOD: waited: EAGAIN
// GOOD-NEXT: waited: ok
// RUN: not %mcmini -k %t bad | FileCheck %s --check-prefix=BAD
// RUN: not %mcmini -k %t.gcc bad | FileCheck %s --check-prefix=BAD
// BAD: deadlock: 2 threads wait
// BAD: thread 0.1 (waiter) waits to be woken at word
// BAD: 1 deadlocked, 0 failed
// RUN: %mcmini -k --output=all %t timed | sort -u | FileCheck %s --check-prefix=TIMED
// RUN: %mcmini -k --output=all %t.gcc timed | sort -u | FileCheck %s --check-prefix=TIMED
// TIMED: waited: EAGAIN
// TIMED-NEXT: waited: ETIMEDOUT
// TIMED-NEXT: waited: ok
#define _GNU_SOURCE
#include "threads.h"
#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic unsigned word;
static char how;
static int result;

static void *waiter(void *argument) {
  const struct timespec second = {1, 0};
  if (syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, how == 't' ? &second : NULL, NULL, 0) == -1)
    result = errno;
  return argument;
}

static void *waker(void *argument) {
  if (how != 'b')
    atomic_store(&word, 1);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return argument;
}

int main(int argc, char **argv) {
  how = argv[argc - 1][0];
  in_threads(waiter, waker);
  printf("waited: %s\n", result == 0           ? "ok"
                         : result == EAGAIN    ? "EAGAIN"
                         : result == ETIMEDOUT ? "ETIMEDOUT"
                                               : "?");
  return 0;
}
