// A program that handles SIGTRAP, as LLVM's do, has no breakpoints of McMini's: of its atomics those are seen that a jump
// takes the place of, here the two additions, in both orders. What they show of a library's loads and stores cannot be
// hooked then. The search began anew for these without end.
// What is hidden: the orders of the load and of `seen`; the last line says so.
// RUN: %gcc -DLIBRARY -g -O1 -shared -fPIC %s -o %t.so && %gcc -g -O1 %s -o %t %t.so -pthread
// RUN: not %mcmini --timeout=60 %t | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but atomics of libraries, as the program handles SIGTRAP
// CHECK: variable add 4,
// CHECK: 2 traces: 2 completed,
// CHECK: plain loads and stores of {{.*}}.so are not seen
#ifdef LIBRARY
#include <stdatomic.h>
static atomic_int turn;
static volatile int seen[2];
int add(int who) {
  seen[who] = atomic_fetch_add(&turn, 1);
  return seen[0] + seen[1] + atomic_load(&turn);
}
#else
#include <pthread.h>
#include <signal.h>
int add(int who);
static void on_trap(int signal) { (void)signal; }
static void *run(void *unused) {
  add(1);
  return unused;
}
int main(void) {
  pthread_t thread;
  signal(SIGTRAP, on_trap);
  pthread_create(&thread, 0, run, 0);
  add(0);
  return pthread_join(thread, 0);
}
#endif
