// mc_choose(n) has n outcomes, independent of everything else: two threads that choose among 3 and
// main, which then chooses among 250, are 3 * 3 * 250 traces, whatever the order of the threads.
// n = 1 is no choice.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini --algorithm=source %t | FileCheck %s
// RUN: %mcmini --algorithm=dpor %t | FileCheck %s
// RUN: %mcmini --isolation=fork --threads=kernel %t | FileCheck %s
// CHECK: {{^}}2250 traces: 2250 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
// RUN: not %mcmini %t none | FileCheck %s --check-prefix=NONE
// NONE: misuse of a primitive: mc_choose(0): there is no value to choose
// NONE: choose-explores-every-value.c:[[#@LINE+24]]
// RUN: not %mcmini %t fail | FileCheck %s --check-prefix=FAIL
// FAIL: assertion failed: 249 of 250
// FAIL: choose-explores-every-value.c:[[#@LINE+23]]
// FAIL: choose = 2
// FAIL: choose = 49
// FAIL: To see it again: mcmini replay [[TRACE:[a-z0-9.-]+\.trace]]
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t fail | FileCheck %s --check-prefix=FAIL
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>

static void *worker(void *argument) {
  assert(mc_choose(3) < 3);
  assert(mc_choose(1) == 0);
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  const unsigned n = count > 1 && argument[1][0] == 'n' ? mc_choose(0) : mc_choose(250);
  if (count > 1 && n == 249)
    mc_fail("249 of 250");
  return 0;
}
