// A function without its return, in which the optimiser sees that nothing behind it is reached: code
// that has no defined behaviour does not run on into the next function, which may be the runtime's.
// It is the program's crash, with its function.
// RUN: %mcmini-c++ -g -O2 -w %s -o %t
// RUN: not %mcmini %t | FileCheck %s
// CHECK: crash: SIGILL
// CHECK: Backtrace of thread 0.1:
// CHECK-NEXT: {{^}} {{ *}}no_return
// CHECK: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed
#include <pthread.h>

static volatile int steps;

__attribute__((noinline)) static int no_return() { steps = 1; }

static void *worker(void *unused) {
  steps = no_return();
  return unused;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, worker, nullptr);
  pthread_join(thread, nullptr);
  return 0;
}
