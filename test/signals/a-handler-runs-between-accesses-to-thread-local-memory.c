// Memory that no other thread can reach is still shared by a thread and its handlers. The handler runs before the
// first store, between the two, after both, or not at all: 4. Were the accesses of thread-local variables not
// announced, the second would be missed, the only one that fails.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k --algorithm=dpor %t | FileCheck %s
// RUN: not %mcmini -k --threads=kernel --isolation=fork %t | FileCheck %s
// RUN: %mcmini-cc --from-tsan -g -O0 %s -o %t.gcc && not %mcmini -k %t.gcc | FileCheck %s
// CHECK: assertion failed: assertion `x == y' failed
// CHECK-NOT: data race
// CHECK: {{^}}4 traces: 3 completed, 0 deadlocked, 1 failed
//
// A trace file has it again.
// RUN: not %mcmini -q %t && not %mcmini -q replay %name.assertion-0001.trace -- %t | FileCheck %s --check-prefix=AGAIN
// AGAIN: assertion failed: assertion `x == y' failed
//
// So it is with what C says that a handler may use, and with what a barrier of the compiler keeps in order.
// RUN: %mcmini-cc -g -DTYPE="volatile sig_atomic_t" %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 -DTYPE=int %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -DLINKAGE= %s -o %t && not %mcmini -k %t | FileCheck %s
//
// In a function that both call, which nobody else can, the handler may find what it has begun itself.
// RUN: %mcmini-cc -g -O2 -DONE_FUNCTION %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=ONE
// ONE: assertion failed: assertion `x == y' failed
//
// What a function of the C library writes there: before the call, behind it, or not at all: in the first the
// text is empty, and in no other.
// RUN: %mcmini-cc -g -O2 -DTEXT %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=TEXT
// TEXT: assertion failed: assertion `text[0]' failed
// TEXT: {{^}}3 traces: 2 completed, 0 deadlocked, 1 failed
//
// Variables of a function that the handler finds by a thread-local pointer. It runs before the first of these, or
// behind one: the variables get their first values, the pointer is set, the two stores, the pointer is cleared, the
// variables end, the thread does; or not at all: 8.
// RUN: %mcmini-cc -g -DLOCAL %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=LOCAL
// LOCAL: assertion failed: assertion `!found || found[0] == found[1]' failed
// LOCAL: {{^}}8 traces: 7 completed, 0 deadlocked, 1 failed
//
// The right twin blocks the signal meanwhile. And a thread that does not share them has its handler at one place.
// RUN: %mcmini-cc -g -DRIGHT %s -o %t.right && %mcmini --require-complete %t.right | FileCheck %s --check-prefix=RIGHT
// RIGHT: ok: nothing found
// RUN: %mcmini-cc -g -DAPART %s -o %t.apart && %mcmini --require-complete %t.apart | FileCheck %s --check-prefix=APART
// APART: {{^}}2 traces: 2 completed
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#ifndef TYPE
#define TYPE volatile int
#endif
#ifndef LINKAGE
#define LINKAGE static
#endif

LINKAGE _Thread_local TYPE x, y;

static void change(void) {
  x = 1;
  atomic_signal_fence(memory_order_seq_cst);
  y = 1;
}

#ifdef ONE_FUNCTION
static __attribute__((noinline)) void use(void) {
  assert(x == y);
  x++;
  atomic_signal_fence(memory_order_seq_cst);
  y++;
}

static void handle(int signal) {
  (void)signal;
  use();
}

static void *work(void *unused) {
  use();
  return unused;
}
#elif defined TEXT
static _Thread_local char text[8];

static void handle(int signal) {
  (void)signal;
  assert(text[0]);
}

static void *work(void *word) {
  strcpy(text, word);
  return NULL;
}
#elif defined LOCAL
static _Thread_local volatile int *pair;

static void handle(int signal) {
  (void)signal;
  volatile int *const found = pair;
  assert(!found || found[0] == found[1]);
}

static void *work(void *unused) {
  volatile int values[2] = {0, 0};
  pair = values;
  values[0] = 1;
  values[1] = 1;
  pair = NULL;
  return unused;
}
#else
static void handle(int signal) {
  (void)signal;
#ifndef APART
  assert(x == y);
#endif
}

static void *work(void *unused) {
#ifdef RIGHT
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
  change();
#ifdef RIGHT
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
#endif
  return unused;
}
#endif

int main(void) {
  pthread_t thread;
  (void)change;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, "word");
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}
