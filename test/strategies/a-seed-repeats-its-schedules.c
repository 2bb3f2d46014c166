// The same seed and options run the same schedules: the JSON is the same but for the time, with
// each strategy and with the estimate's probes. Other seeds run others. A finding's trace file
// repeats it.
// DEFINE: %{repeats} = sh %S/Inputs/repeats.sh
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: %{repeats} "%mcmini --algorithm=random --max-traces=150" %t | FileCheck %s
// RUN: %{repeats} "%mcmini --algorithm=pct --max-traces=150" %t | FileCheck %s
// RUN: %{repeats} "%mcmini --algorithm=pos --max-traces=150" %t | FileCheck %s
// CHECK: seed 7 twice: the same
// CHECK-NEXT: seeds 7 and 8: different
// RUN: %{repeats} "%mcmini --max-traces=500" %t | FileCheck %s --check-prefix=SAME
// SAME: seed 7 twice: the same
//
// RUN: %mcmini-cc -g %root/examples/bank_transfer.c -o bank
// RUN: not %mcmini --algorithm=random --seed=3 ./bank | FileCheck %s --check-prefix=FOUND
// FOUND: mcmini: deadlock
// FOUND: random schedules (random, seed 3): {{[0-9]+}} distinct classes; nothing is claimed of
// RUN: not %mcmini replay bank.deadlock-0001.trace -- ./bank | FileCheck %s --check-prefix=AGAIN
// AGAIN: mcmini: deadlock
#include "threads.h"
#include <stdatomic.h>

static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                  PTHREAD_MUTEX_INITIALIZER};
static atomic_int last;

static void *worker(void *argument) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock[i]);
    pthread_mutex_unlock(&lock[i]);
  }
  last = (int)(long)argument;
  return argument;
}

int main(void) {
  many_threads(4, worker);
  return 0;
}
