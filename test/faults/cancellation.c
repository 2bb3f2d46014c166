// pthread_cancel is not modelled: where a thread waits, or sleeps again and again, that it would have
// ended, the search ends and says so: that is no deadlock, and no livelock. One that waits for a
// mutex it would not have ended.
// RUN: %mcmini-cc -g %s -o %t.instrumented && %gcc -g -pthread %s -o %t.plain
// RUN: not %mcmini %t.instrumented | FileCheck %s
// RUN: not %mcmini %t.plain | FileCheck %s
// RUN: not %mcmini %t.instrumented sleeps now | FileCheck %s
// RUN: not %mcmini %t.plain sleeps now | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but pthread_cancel would have ended a thread that waits, which is not modelled
// CHECK: warning: pthread_cancel is not modelled
// RUN: not %mcmini %t.instrumented locked | FileCheck %s --check-prefix=LOCKED
// RUN: not %mcmini %t.plain locked | FileCheck %s --check-prefix=LOCKED
// LOCKED: mcmini: deadlock: 2 threads wait and none can ever go on
// LOCKED: warning: pthread_cancel is not modelled
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *waits(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&never, &lock);
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
