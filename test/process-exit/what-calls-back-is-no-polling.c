// A function that nobody instrumented has a state of its own, and calls back. Its loop looks the same in
// each turn, but comes to the assertion, natively before main has ended or not.
// RUN: %gcc -c %S/Inputs/calls-back.c -o %t.o && %mcmini-cc -g %s %t.o -o %t
// RUN: not %mcmini -q --output-dir=%T %t | FileCheck %s
// CHECK: mcmini: assertion failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int ticks_of(void (*function)(void));

static atomic_int x;
void called_back(void) {}

static void *work(void *unused) {
  for (;;) {
    atomic_load(&x);
    assert(ticks_of(called_back) < 40);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  return atomic_load(&x);
}
