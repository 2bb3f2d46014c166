// A trace in which an assumption does not hold is dropped; it is neither completed nor a deadlock,
// though main waits for the thread. Two threads choose one of 3 values, of which one is assumed
// away; then they lock and unlock a mutex. Both go on: 2 * 2 values, 2 orders. One stops: 2 threads,
// 2 values of the other one. Both stop: once.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini %t | FileCheck %s --check-prefixes=CHECK,OPTIMAL
// RUN: %mcmini --algorithm=source %t | FileCheck %s
// RUN: %mcmini --algorithm=dpor %t | FileCheck %s
// RUN: %mcmini --isolation=fork --threads=kernel %t | FileCheck %s
// CHECK: {{^}}13 traces: 8 completed, 0 deadlocked, 0 failed, 0 bounded, 5 dropped,
// OPTIMAL-SAME: {{ }}0 sleep-set blocked
// CHECK: Every schedule of the program was explored.
//
// Where main exits, it does not wait: the trace is dropped all the same.
// RUN: %mcmini %t exit | FileCheck %s
//
// What another thread does wrong is found though the assumption never holds: it would be done
// before that, too.
// RUN: not %mcmini %t wrong | FileCheck %s --check-prefix=WRONG
// WRONG: assertion failed: main is wrong
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *wrong) {
  mc_assume(wrong ? false : mc_choose(3) != 1);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread[2];
  const char mode = count > 1 ? argument[1][0] : 0;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, mode == 'w' ? &mutex : NULL);
  if (mode == 'e')
    _exit(0);
  if (mode == 'w')
    mc_fail("main is wrong");
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
