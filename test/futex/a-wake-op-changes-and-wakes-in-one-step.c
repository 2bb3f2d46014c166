// FUTEX_WAKE_OP changes the word b, wakes who waits at a, and at b if b had a certain value, in one step.
// Each of two waiters comes first, and is woken by it, or not: who waits at b then finds it changed. So 0 to
// 2 are woken, and none is left. Where b is compared with another value, who waits there is left. Other operations fail.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --require-complete --output=all %t good | sort -u | FileCheck %s --check-prefix=GOOD
// RUN: %mcmini --require-complete --output=all %t.gcc good | sort -u | FileCheck %s --check-prefix=GOOD
// GOOD: 0 deadlocked, 0 failed
// GOOD: woke 0: 5
// GOOD-NEXT: woke 1: 5
// GOOD-NEXT: woke 2: 5
// GOOD-NOT: woke
// RUN: not %mcmini -k %t bad | FileCheck %s --check-prefix=BAD
// RUN: not %mcmini -k %t.gcc bad | FileCheck %s --check-prefix=BAD
// BAD: deadlock
// BAD: waits to be woken at b
// RUN: not %mcmini %t unknown | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %mcmini %t.gcc unknown | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: incomplete: nothing found, but what the program does where futex operation 6 succeeds
// UNKNOWN: warning: futex operation 6 is not modelled: it fails with ENOSYS
#define _GNU_SOURCE
#include "threads.h"
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int a, b = -3;

static long futex(_Atomic int *word, int operation, int value, long second, int third) {
  return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, second, &b, third);
}

static void *waiter(void *argument) {
  futex(&a, FUTEX_WAIT, 0, 0, 0);
  return argument;
}

static void *other_waiter(void *argument) {
  futex(&b, FUTEX_WAIT, -3, 0, 0);
  return argument;
}

int main(int argc, char **argv) {
  const char how = argv[argc - 1][0];
  pthread_t thread[2];
  if (how == 'u')
    assert(futex(&a, FUTEX_LOCK_PI, 0, 0, 0) == -1 && errno == ENOSYS);
  pthread_create(&thread[0], NULL, waiter, NULL);
  pthread_create(&thread[1], NULL, other_waiter, NULL);
  const int add = FUTEX_OP(FUTEX_OP_ADD, 8, FUTEX_OP_CMP_LT, how == 'b' ? -3 : 0);
  printf("woke %ld", futex(&a, FUTEX_WAKE_OP, 1, 1, add));
  printf(": %d\n", b);
  atomic_store(&a, 1);
  futex(&a, FUTEX_WAKE, 1, 0, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
