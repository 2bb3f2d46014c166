// Plain memory that a handler shares with the code that it interrupts, of the same thread: no race, and no
// operation in between. The handler runs before the first read, between the two, after both, or not at all: 4.
// Were the reads no steps the thread would have none, and the second order would be missed.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: assertion failed: assertion `first == second' failed
// CHECK-NOT: data race
// CHECK: {{^}}4 traces: 3 completed, 0 deadlocked, 1 failed
//
// So it is where the handler makes its access by an atomic one, a step: __atomic_exchange_n of a variable that the thread
// reads as any other. The order between the two reads was missing, and the verdict "ok".
// RUN: %mcmini-cc -g -DATOMIC %s -o %t.atomic && not %mcmini -k %t.atomic | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: assertion failed: assertion `first == second' failed
// ATOMIC: {{^}}4 traces: 3 completed, 0 deadlocked, 1 failed
//
// Preloaded, where the instruction in the handler is what is seen at first.
// RUN: gcc -g -O1 -DATOMIC %s -o %t.gcc -pthread && not %mcmini -k %t.gcc | FileCheck %s --check-prefix=ATOMIC
//
// A handler that touches nothing of it runs at one place, or not at all: 2.
// RUN: %mcmini-cc -g -DAPART %s -o %t.apart && %mcmini --require-complete %t.apart | FileCheck %s --check-prefix=APART
// APART: {{^}}2 traces: 2 completed
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t flag, other;

static void handle(int signal) {
#ifdef APART
  other = signal;
#elif defined ATOMIC
  __atomic_exchange_n(&flag, signal, __ATOMIC_SEQ_CST);
#else
  flag = signal;
#endif
}

static void *work(void *unused) {
  const int first = flag;
  const int second = flag;
  assert(first == second);
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}
