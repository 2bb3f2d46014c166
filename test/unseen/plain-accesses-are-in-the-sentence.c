// A library, and an object that is linked in, that gcc has compiled: one thread stores there, the other loads.
// Natively the assertion fails where the store comes first. In an object that is linked in, and with --atomics=off, that
// is a schedule that is not seen: the sentence of coverage says so. It says nothing where all code is instrumented. In the
// library it is seen, as soon as a thread comes there.
// RUN: mkdir -p %t.dir && %gcc -g -O1 -fPIC -c %S/Inputs/flag.c -o %t.dir/flag.o
// RUN: %gcc -shared %t.dir/flag.o -o %t.dir/libflag.so
// RUN: %mcmini-cc -g %s -o %t.linked %t.dir/flag.o && %mcmini %t.linked | FileCheck %s --check-prefix=LINKED
// RUN: %mcmini-cc -g %s -o %t.library -L%t.dir -lflag -Wl,-rpath,%t.dir
// RUN: not %mcmini %t.library | FileCheck %s --check-prefix=FOUND
// FOUND: mcmini: assertion failed: assertion `argc > 1 || !flag_is_up()' failed
// RUN: %mcmini --atomics=off %t.library | FileCheck %s --check-prefix=LIBRARY
// RUN: %mcmini --atomics=off --max-depth-per-thread=20 %t.library | FileCheck %s --check-prefix=LIBRARY
// LINKED: Every schedule of the program was explored; what code without instrumentation does to memory is not seen ({{raise_flag|flag_is_up}}() and {{raise_flag|flag_is_up}}()).
// LIBRARY: Every schedule of the program was explored; what code without instrumentation does to memory is not seen (libflag.so).
// RUN: %mcmini-cc -g %s %S/Inputs/flag.c -o %t.all && %mcmini %t.all none | FileCheck %s --check-prefix=ALL
// RUN: %mcmini-cc -g -shared -fPIC %S/Inputs/flag.c -o %t.dir/libflag.so
// RUN: not %mcmini %t.library | FileCheck %s --check-prefix=RACE
// RACE: data race: flag
// RACE: assertion failed
// ALL: Every schedule of the program was explored.
#include <assert.h>
#include <pthread.h>

void raise_flag(void);
int flag_is_up(void);

static void *body(void *unused) {
  raise_flag();
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  if (argc > 1)
    pthread_join(thread, NULL);
  assert(argc > 1 || !flag_is_up());
  if (argc == 1)
    pthread_join(thread, NULL);
  return 0;
}
