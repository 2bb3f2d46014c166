// N threads add 1 by one operation: no update is ever lost, and their order does not matter unless the
// old value is used. By a load and a store an update is lost. A compare-exchange succeeds or fails, and
// its loop ends.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: %mcmini -k --output=all %t add | sort -u | FileCheck %s --check-prefix=ADD
// ADD: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// ADD: sum 3
// ADD-NOT: sum
// RUN: %mcmini -k --output=all %t old | sort -u | FileCheck %s --check-prefix=OLD
// OLD: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// OLD: sum 3
// OLD-NOT: sum
// RUN: %mcmini -k --output=all %t split | sort -u | FileCheck %s --check-prefix=SPLIT
// SPLIT: sum 1
// SPLIT-NEXT: sum 2
// SPLIT-NEXT: sum 3
// RUN: %mcmini -k --output=all %t exchange | sort -u | FileCheck %s --check-prefix=EXCHANGE
// EXCHANGE: 0 deadlocked, 0 failed, 0 bounded
// EXCHANGE: sum 3
// EXCHANGE-NOT: sum
// RUN: %mcmini -k --output=all %t gnu | sort -u | FileCheck %s --check-prefix=ADD
#include "threads.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic int sum;
static int plain;
static char how;

static void *worker(void *argument) {
  int old;
  switch (how) {
  case 'a':
    atomic_fetch_add(&sum, 1);
    break;
  case 'o':
    if (atomic_fetch_add(&sum, 1) > 2)
      abort();
    break;
  case 'g':
    __sync_fetch_and_add(&plain, 1);
    break;
  case 's':
    old = atomic_load(&sum);
    atomic_store(&sum, old + 1);
    break;
  default:
    old = atomic_load(&sum);
    while (!atomic_compare_exchange_weak(&sum, &old, old + 1)) {
    }
  }
  return argument;
}

int main(int argc, char **argv) {
  how = argv[argc - 1][0];
  many_threads(3, worker);
  printf("sum %d\n", sum + plain);
  return 0;
}
