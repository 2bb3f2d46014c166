// Atomics that --ignore leaves out order memory by the one order that they have. In the other one there is a
// race: it is not found, as the sentence of coverage says. Status 0, as the option says; 3 with
// --require-complete. Without the rule the race is found.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py left-out %mcmini --ignore=fun:count %t
// RUN: sh -c '%mcmini --require-complete --ignore=fun:count %t; test $? = 3'
// RUN: not %mcmini %t | FileCheck %s
// CHECK: data race: x:
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;
static int x;

static int count(void) { return atomic_fetch_add(&counter, 1); }

static void *before(void *argument) {
  x = 1;
  count();
  return argument;
}

static void *behind(void *argument) {
  count();
  x = 2;
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, before, NULL);
  pthread_create(&thread[1], NULL, behind, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
