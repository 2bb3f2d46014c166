// A spin lock of a library that nobody instrumented is a mutex by three lines of --locks, whether the library is a shared object,
// linked into a program that is preloaded, or into one of the plugin's: its calls are the mutex's operations, and the deadlock is
// found in 3 traces; with a trylock in its place 2 traces are all (the second thread has b, as the locks' order says). Without the
// lines it is a loop that waits: 4 traces, and 2 that give up. The finding's trace file has the lines, and replays without them.
// RUN: %gcc -O1 -g -fPIC -shared -DLIBRARY %s -o %t.so && %gcc -O1 -g -DLIBRARY -c %s -o %t.o
// RUN: echo '# a lock of ours' > %t.locks && echo 'their_lock_take mutex lock' >> %t.locks
// RUN: echo '  their_lock_try  mutex trylock 1 # 1: it has the lock' >> %t.locks && echo 'their_lock_give mutex unlock' >> %t.locks
// RUN: %gcc -g %s %t.so -o %t.shared && not %mcmini -k --locks=%t.locks %t.shared | FileCheck %s
// RUN: %gcc -g %s %t.o -o %t.linked && not %mcmini -k --locks=%t.locks %t.linked | FileCheck %s
// RUN: %mcmini-cc -g %s %t.o -o %t.plugin && not %mcmini -k --locks=%t.locks %t.plugin | FileCheck %s
// CHECK: waits to lock b: held by thread 0.2
// CHECK: {{^}}3 traces: 2 completed, 1 deadlocked, 0 failed
// RUN: not %mcmini replay %t.dir/%name.plugin.deadlock-0001.trace -- %t.plugin | FileCheck %s --check-prefix=REPLAY
// REPLAY: mcmini: deadlock
// RUN: %gcc -g -DTRY %s %t.o -o %t.try && %mcmini --locks=%t.locks %t.try | FileCheck %s --check-prefix=TRY
// RUN: %mcmini-cc -g -DTRY %s %t.o -o %t.try && %mcmini --locks=%t.locks %t.try | FileCheck %s --check-prefix=TRY
// RUN: %gcc -g -DTRY %s %t.o -o %t.try && %mcmini %t.try | FileCheck %s --check-prefix=UNKNOWN
// TRY: mcmini: ok: nothing found
// TRY: {{^}}2 traces: 2 completed
// UNKNOWN: mcmini: ok: nothing found
// UNKNOWN: {{^}}6 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 2 dropped
#ifdef LIBRARY
#include <sched.h>
#include <stdatomic.h>
typedef struct {
  atomic_int word;
} their_lock;
int their_lock_try(their_lock *lock) { return !atomic_exchange(&lock->word, 1); }
void their_lock_take(their_lock *lock) {
  while (atomic_exchange(&lock->word, 1))
    sched_yield();
}
void their_lock_give(their_lock *lock) { atomic_store_explicit(&lock->word, 0, memory_order_release); }
#else
#include <pthread.h>
typedef struct {
  int word;
} their_lock;
int their_lock_try(their_lock *lock);
void their_lock_take(their_lock *lock);
void their_lock_give(their_lock *lock);

static their_lock a, b;
static int both;

static void *first(void *argument) {
  their_lock_take(&a);
  their_lock_take(&b);
  both++;
  their_lock_give(&b);
  their_lock_give(&a);
  return argument;
}

static void *second(void *argument) {
#ifdef TRY
  their_lock_take(&a);
  if (their_lock_try(&b)) {
    both++;
    their_lock_give(&b);
  }
  their_lock_give(&a);
#else
  their_lock_take(&b);
  their_lock_take(&a);
  both++;
  their_lock_give(&a);
  their_lock_give(&b);
#endif
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&other, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
#endif
