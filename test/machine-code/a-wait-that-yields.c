// A loop of gcc's code that waits, and yields in each round: what sched_yield leaves in registers and below the stack is the
// same each time, so that the loop comes back to the same state and waits. It polled: up to the limit, each number of rounds
// was a trace of its own. The flag is set before the first look, or behind it. WAITS: a loop that waits by `pause`.
// RUN: %gcc -g -O1 %s -o %t -pthread && %mcmini -k --max-traces=100 %t | FileCheck %s
// RUN: %gcc -g -O0 %s -o %t -pthread && %mcmini -k --max-traces=100 %t | FileCheck %s
// RUN: %mcmini -k --max-traces=100 --threads=kernel %t | FileCheck %s
// RUN: %gcc -g -O2 -DPAUSES %s -o %t -pthread && %mcmini -k --max-traces=100 %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}3 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 1 dropped
// Nobody sets the flag: nothing that yields is hidden.
// RUN: not %mcmini %t never | FileCheck --check-prefix=NEVER %s
// NEVER: livelock
#include <pthread.h>
#include <sched.h>

static int flag, count;

static void *wait(void *argument) {
  __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
  while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
#ifdef PAUSES
    __builtin_ia32_pause();
#else
    sched_yield();
#endif
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, wait, NULL);
  if (argc == 1)
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  pthread_join(thread, NULL);
  return 0;
}
