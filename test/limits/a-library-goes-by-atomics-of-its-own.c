// A library that is not instrumented wakes by futex: its atomics say who may go on. They are operations, so that the
// race which its lock prevents is none, and there are as many traces as if it were instrumented. Where the user wants no
// such operations, its atomics are not seen. Then the result is not complete, says why, and a race that the library's lock may prevent is told as such. The same
// library compiled by mcmini-cc hides nothing: no race, and of each of 2 orders 3 traces: the second thread
// comes when the lock is free again, or before and sleeps, or before and finds it free when it would sleep.
// RUN: mkdir -p %t.dir && %gcc -g -shared -fPIC %S/Inputs/lock.c -o %t.dir/liblock.so
// RUN: %mcmini-cc -g %s -o %t -L%t.dir -llock -Wl,-rpath,%t.dir
// RUN: %mcmini %t | FileCheck %s --check-prefix=HOOKED
// HOOKED: mcmini: ok: nothing found
// HOOKED: 6 traces: 6 completed
// RUN: not %mcmini --atomics=off %t | FileCheck %s --check-prefix=RACE
// RACE: data race: count
// RACE: It is none if liblock.so orders the two: not all of its accesses are seen
// RUN: not %mcmini --atomics=off --races=off %t | FileCheck %s --check-prefix=PART
// RUN: not %mcmini --atomics=off --races=off --require-complete %t | FileCheck %s --check-prefix=PART
// PART: incomplete: nothing found, but take of liblock.so goes by atomics that are not seen
// PART: Not every schedule of the program was explored: take of liblock.so goes by atomics that are not seen. Build
// RUN: %mcmini-cc -g -shared -fPIC %S/Inputs/lock.c -o %t.dir/liblock.so
// RUN: %mcmini --require-complete %t | FileCheck %s --check-prefix=ALL
// ALL: 6 traces: 6 completed
// ALL: Every schedule of the program was explored.
// One that only yields for the program hides nothing either.
// RUN: %gcc -g -shared -fPIC -DYIELD %S/Inputs/lock.c -o %t.dir/liblock.so
// RUN: %mcmini --races=off --require-complete %t | FileCheck %s --check-prefix=YIELD
// YIELD: ok: nothing found
#include <pthread.h>

void take(void);
void give(void);

static int count;

static void *worker(void *argument) {
  take();
  count++;
  give();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
