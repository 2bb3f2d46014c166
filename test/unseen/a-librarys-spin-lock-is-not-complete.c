// Two spin locks of a library that is not instrumented, taken in two orders, can wait for each other for ever:
// their free path is an inline xchg, which is an operation, and that is found. Where the user wants no such
// operations, no schedule shows it. So the result is not complete and names the
// library and its function, whichever way traces are run, and however the library is loaded. Where
// one thread alone uses it, and another one does something else, nothing is hidden.
// RUN: mkdir -p %t.dir && %gcc -g -O1 -shared -fPIC %S/Inputs/spin.c -o %t.dir/libspin.so
// RUN: %mcmini-cc -g %s -o %t -L%t.dir -lspin -Wl,-rpath,%t.dir
// RUN: %gcc -g %s -o %t.plain -pthread -L%t.dir -lspin -Wl,-rpath,%t.dir
// RUN: not %mcmini --atomics=off %t | FileCheck %s --check-prefixes=CHECK,SEEN
// RUN: not %mcmini --atomics=off --isolation=fork %t | FileCheck %s --check-prefixes=CHECK,SEEN
// RUN: not %mcmini --atomics=off --threads=kernel %t | FileCheck %s --check-prefixes=CHECK,SEEN
// RUN: not %mcmini --atomics=off %t.plain | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: not %mcmini --atomics=off --threads=kernel %t.plain | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: not %mcmini %t | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --isolation=fork %t | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --threads=kernel %t.plain | FileCheck %s --check-prefix=LIVELOCK
// RUN: not %mcmini %t.plain | FileCheck %s --check-prefix=LIVELOCK
// LIVELOCK: mcmini: livelock: 2 threads wait in loops that nobody can end, and 1 for something else
// FOUND: mcmini: livelock: 2 threads wait in loops that nobody can end, and 1 for something else
// FOUND: {{^}}Not every schedule of the program was explored: only fair schedules were explored.
// CHECK: mcmini: incomplete: nothing found, but take of libspin.so goes by atomics that are not seen
// SEEN: Not every schedule of the program was explored: take of libspin.so goes by
// PLAIN: Not every schedule of the program's thread primitives was explored: take of libspin.so goes by
// RUN: %mcmini %t one | FileCheck %s --check-prefix=ONE
// RUN: %mcmini --isolation=fork %t one | FileCheck %s --check-prefix=ONE
// Two threads lock a mutex, in two orders; one of them takes the spin locks.
// ONE: mcmini: ok: nothing found
// ONE: machine code libspin.so
// ONE: {{^}}2 traces: 2 completed
// ONE: {{^}}Every schedule of the program was explored.{{$}}
// The second thread may come to the library after all that the first one does there.
// RUN: not %mcmini --atomics=off %t twice | FileCheck %s --check-prefix=TWICE
// TWICE: mcmini: incomplete: nothing found, but take of libspin.so goes by atomics that are not seen
#include <pthread.h>
#include <string.h>

void take(int *lock);
void give(int *lock);

static int a, b;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *argument) {
  take(&a), take(&b);
  give(&b), give(&a);
  return argument;
}

static void *second(void *argument) {
  take(&b), take(&a);
  give(&a), give(&b);
  return argument;
}

/// The library in every step of the thread's, between others of the other one.
static void *alone(void *argument) {
  first(NULL);
  pthread_mutex_lock(&mutex);
  first(NULL);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *without(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

/// The second thread's first use comes after many of the first one's.
static void *later(void *argument) {
  pthread_mutex_lock(&mutex);
  take(&a);
  give(&a);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  const int one = argc == 2 && !strcmp(argv[1], "one"), twice = argc == 2 && !one;
  pthread_create(&thread[0], NULL, one || twice ? alone : first, NULL);
  pthread_create(&thread[1], NULL, one ? without : twice ? later : second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
