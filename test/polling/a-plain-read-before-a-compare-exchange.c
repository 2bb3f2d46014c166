// A counter is read plainly, and raised by a compare-exchange that is tried again where it fails: the race is found,
// also by random schedules, and no livelock, as the next turn reads what is there now.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini --algorithm=pos --max-traces=100 --seed=3 %t | FileCheck %s
// RUN: not %mcmini --algorithm=random --max-traces=100 --seed=1 %t | FileCheck %s
// RUN: not %mcmini --algorithm=auto --seed=2 %t | FileCheck %s
// RUN: not %mcmini %t | FileCheck %s
// CHECK: data race: count
// CHECK-NOT: livelock
// CHECK: {{[0-9]+}} traces
#include <pthread.h>

static int count;

static void *worker(void *argument) {
  int old;
  do
    old = count;
  while (!__sync_bool_compare_and_swap(&count, old, old + 1));
  return argument;
}

int main(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return count != 3;
}
