// As a-librarys-spin-lock-is-not-complete.c, with the locks in an object that gcc compiles and that is linked into
// the program, or into a library of which the rest is instrumented: two locks in two orders, which wait for each
// other for ever. It was "every schedule"; is found; and without operations of machine code is not complete. Atomics of the program's own, which the pass has seen, do not count,
// nor does the object where one thread alone uses it.
// RUN: mkdir -p %t.dir && %gcc -g -O1 -fPIC -c %S/Inputs/spin.c -o %t.dir/spin.o
// RUN: %mcmini-cc -g %s -o %t %t.dir/spin.o
// RUN: not %mcmini --atomics=off %t locks | FileCheck %s -DNAME=%basename_t.tmp
// RUN: not %mcmini --atomics=off --isolation=fork %t locks | FileCheck %s -DNAME=%basename_t.tmp
// RUN: not %mcmini --atomics=off --threads=kernel %t locks | FileCheck %s -DNAME=%basename_t.tmp
// CHECK: mcmini: incomplete: nothing found, but take of [[NAME]] goes by atomics that are not seen
// CHECK: Not every schedule of the program was explored: take of [[NAME]] goes by
// RUN: %mcmini-cc -g -shared -fPIC -DLIBRARY %s -o %t.dir/libuse.so %t.dir/spin.o
// RUN: %mcmini-cc -g -DPROGRAM %s -o %t.program -L%t.dir -luse -Wl,-rpath,%t.dir
// RUN: not %mcmini --atomics=off %t.program locks | FileCheck %s -DNAME=libuse.so
// RUN: not %mcmini %t locks | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini --threads=kernel %t locks | FileCheck %s --check-prefix=FOUND
// RUN: not %mcmini %t.program locks | FileCheck %s --check-prefix=FOUND
// FOUND: mcmini: livelock: 2 threads wait in loops that nobody can end, and 1 for something else
// Additions whose results nobody uses commute.
// RUN: %mcmini %t adds | FileCheck %s --check-prefix=SEEN
// RUN: %mcmini --isolation=fork %t adds | FileCheck %s --check-prefix=SEEN
// RUN: %mcmini %t.program adds | FileCheck %s --check-prefix=SEEN
// Functions of which the compiler is asked to tell nothing, or other things before their entries.
// RUN: %mcmini-cc -g -O1 -fno-asynchronous-unwind-tables %s -o %t.tables %t.dir/spin.o
// RUN: %mcmini %t.tables adds | FileCheck %s --check-prefix=SEEN
// RUN: %mcmini-cc -g -O1 -fpatchable-function-entry=2 %s -o %t.entry %t.dir/spin.o
// RUN: %mcmini %t.entry adds | FileCheck %s --check-prefix=SEEN
// RUN: %mcmini-cc -g -O1 -fsanitize=function -fsanitize-trap=function %s -o %t.type %t.dir/spin.o
// RUN: %mcmini %t.type adds | FileCheck %s --check-prefix=SEEN
// SEEN: mcmini: ok: nothing found
// SEEN: {{^}}1 traces: 1 completed
// SEEN: Every schedule of the program was explored; what code without instrumentation does to memory is not seen
#include <pthread.h>
#include <string.h>

void use(int *first, int *second), add(void);

#ifndef PROGRAM
void take(int *lock);
void give(int *lock);
static int sum;

void use(int *first, int *second) {
  take(first), take(second);
  give(second), give(first);
}

void add(void) { __atomic_fetch_add(&sum, 1, __ATOMIC_SEQ_CST); }
#endif

#ifndef LIBRARY
static int a, b, only_adds;

static void *first(void *argument) {
  use(&a, &b);
  if (only_adds)
    add();
  return argument;
}

static void *second(void *argument) {
  if (only_adds)
    add();
  else
    use(&b, &a);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  only_adds = argc == 2 && !strcmp(argv[1], "adds");
  pthread_create(&thread[0], NULL, first, NULL);
  pthread_create(&thread[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
#endif
