// A loop over two flags: it looks before the first is set, or before the second one is, or after both: 3
// traces, of which the last is complete. Pauses that are counted make no turn another one.
// RUN: %mcmini-cc -O0 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -O2 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -O0 -DCOUNTS %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -O2 -DCOUNTS %s -o %t && %mcmini %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}3 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded, 2 dropped
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int first, second;

static void *wait(void *argument) {
#ifdef COUNTS
  int spins = 0;
#endif
  while (!atomic_load(&first) || !atomic_load(&second)) {
#ifdef COUNTS
    if (++spins < 16) {
      __asm__ volatile("pause");
    } else {
      sched_yield();
      spins = 0;
    }
#endif
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  atomic_store(&first, 1);
  atomic_store(&second, 1);
  pthread_join(thread, NULL);
  return 0;
}
