// A library that one of two threads loads. Its loads and stores have no hooks, so the result is not complete beside
// instrumented code if two threads come to it: it was "ok", with fewer states. (../unseen/a-library-that-is-loaded-late.c has
// one thread.) Loaded before the threads are there, it has hooks, and all states
// are there: Dekker's two flags have three, two threads that add to a plain number three, which the order of the locks
// alone does not give (two). A library of the system without atomics (iconv's) says nothing, nor does libgcc_s:
// of each thread's two critical sections there are 6 orders. What the test could hide: in a preloaded program only thread primitives are claimed, early or late.
// RUN: %gcc -DLIBRARY -g -O1 -shared -fPIC %s -o %t.so && %mcmini-cc -g -O1 %s -o %t -ldl
// RUN: not %mcmini -k --output=all %t %t.so both > %t.both && FileCheck --check-prefix=LATE %s < %t.both
// RUN: not %mcmini -k --output=all %t %t.so plus > %t.plus && FileCheck --check-prefix=LATE %s < %t.plus
// LATE: mcmini: incomplete: nothing found, but plain loads and stores of {{.*}}.so are not seen
// LATE: {{^}}2 traces: 2 completed
// Who loads it may call it before its next operation.
// RUN: not %mcmini -k %t %t.so inside | FileCheck --check-prefix=LATE %s
// RUN: not %mcmini -k --isolation=fork %t %t.so inside | FileCheck --check-prefix=LATE %s
// So is it if the program handles SIGSEGV before the second thread comes to the library.
// RUN: not %mcmini -k %t %t.so handled | FileCheck --check-prefix=LATE %s
// RUN: not %mcmini -k --threads=kernel %t %t.so plus | FileCheck --check-prefix=LATE %s
// RUN: not %mcmini -k %t %t.so add | FileCheck --check-prefix=ADD %s
// ADD: Not every schedule of the program was explored: {{.*}}.so goes by atomics that are not seen. Build it with mcmini-cc.
// ADD-NEXT: Not every schedule of the program was explored: plain loads and stores of {{.*}}.so are not seen. Build it with mcmini-cc.
// RUN: %mcmini -k --output=all %t %t.so both early > %t.early && FileCheck --check-prefix=BOTH %s < %t.early
// BOTH: mcmini: ok: nothing found
// BOTH: {{^}}6 traces: 6 completed
// RUN: grep '^state' %t.early | sort -u | FileCheck --check-prefix=FLAGS %s
// FLAGS: state 0 1
// FLAGS-NEXT: state 1 0
// FLAGS-NEXT: state 1 1
// FLAGS-NOT: state
// RUN: %mcmini -k --output=all %t %t.so plus early > %t.early && FileCheck --check-prefix=PLUS %s < %t.early
// PLUS: mcmini: ok: nothing found
// PLUS: {{^}}8 traces: 8 completed
// RUN: grep '^state' %t.early | sort -u | FileCheck --check-prefix=NUMBER %s
// NUMBER: state 0 0
// NUMBER-NEXT: state 0 1
// NUMBER-NEXT: state 1 0
// NUMBER-NOT: state
// RUN: %mcmini -k %t libgcc_s.so.1 convert | FileCheck --check-prefix=SYSTEM %s
// SYSTEM: mcmini: ok: nothing found
// SYSTEM: {{^}}6 traces: 6 completed
#include <stdatomic.h>
#ifdef LIBRARY
static _Atomic int x, y, n;
static int number;
static int swap(_Atomic int *mine, _Atomic int *other) {
  atomic_store_explicit(mine, 1, memory_order_relaxed);
  return atomic_load_explicit(other, memory_order_relaxed);
}
int both(int thread) { return thread ? swap(&x, &y) : swap(&y, &x); }
int plus(int thread) { return (void)thread, number++; }
int inside(int thread) { return plus(thread); }
int handled(int thread) { return plus(thread); }
int add(int thread) {
  const int old = atomic_load(&n);
  atomic_fetch_add(&n, thread);
  return old;
}
#else
#include <dlfcn.h>
#include <iconv.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int (*function)(int), result[2];
static const char *library, *name;
static void ignore(int number) { (void)number; }
static int convert(int thread) {
  pthread_mutex_lock(&mutex);
  iconv_close(iconv_open("ISO-8859-7", "UTF-16"));
  pthread_mutex_unlock(&mutex);
  return thread;
}
static void load(void) {
  pthread_mutex_lock(&mutex);
  if (!function) {
    void *loaded = dlopen(library, RTLD_NOW);
    function = strcmp(name, "convert") ? (int (*)(int))dlsym(loaded, name) : convert;
    if (!strcmp(name, "inside"))
      function(0);
    if (!strcmp(name, "handled"))
      signal(SIGSEGV, ignore);
  }
  pthread_mutex_unlock(&mutex);
}
static void *use(void *nothing) {
  load();
  result[1] = function(1);
  return nothing;
}
int main(int argc, char **argv) {
  pthread_t t;
  library = argv[1], name = argv[2];
  if (argc > 3)
    load();
  pthread_create(&t, 0, use, 0);
  load();
  result[0] = function(0);
  pthread_join(t, 0);
  printf("state %d %d\n", result[0], result[1]);
  return 0;
}
#endif
