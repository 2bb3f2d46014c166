// A mutex is no cancellation point: who waits for one is not ended by cancellation, and that is a deadlock. A thread that
// sleeps again and again polls: only fair schedules are explored, which is said, and it is no livelock, as it is
// cancelled in the end.
// RUN: %mcmini-cc -g %s -o %t.instrumented && %gcc -g -pthread %s -o %t.plain
// RUN: not %mcmini %t.instrumented locked | FileCheck %s
// RUN: not %mcmini %t.plain locked | FileCheck %s
// CHECK: mcmini: deadlock: 2 threads wait and none can ever go on
// RUN: sh -c '%mcmini %t.instrumented sleeps now; test $? = 3' | FileCheck %s --check-prefix=LOOP
// RUN: sh -c '%mcmini %t.plain sleeps now; test $? = 3' | FileCheck %s --check-prefix=LOOP
// LOOP: mcmini: incomplete: nothing found, but only fair schedules were explored
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *argument) {
  pthread_mutex_lock(&lock);
  return argument;
}

static void *sleeps(void *argument) {
  for (;;)
    sleep(1);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  if (argc == 2)
    pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, argc == 3 ? sleeps : waits, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
