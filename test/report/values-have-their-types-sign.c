// A value is shown as the type has it that debug information tells for the variable: -1 in an atomic_int is -1, and all
// bits of an unsigned one are a large number. Of memory in the heap, and without debug information, nothing tells:
// what is large there is shown as bits.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q --minimise=off %t | FileCheck %s
// RUN: %mcmini-cc -g0 %s -o %t
// RUN: not %mcmini -q --minimise=off %t | FileCheck %s --check-prefix=UNKNOWN
// CHECK: Thread 0 waits in a loop (values-have-their-types-sign.c:[[#]]) for level, which is -1 since
// CHECK: store level: 0 -> -1
// CHECK: store bits: 0 -> 4294967295
// CHECK: store big: 0 -> -5000000000
// CHECK: store both.tiny: 0 -> -3
// CHECK: store both.small[2]: 0 -> -7
// CHECK: store *heap: 0 -> 0xfffffff7
// CHECK: level is -1 since
// UNKNOWN: for level, which is 0xffffffff since
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int level;
static atomic_uint bits;
static _Atomic long big;
static struct {
  _Atomic signed char tiny;
  atomic_short small[3];
} both;
static atomic_int *heap;

static void *stores(void *unused) {
  level = -1;
  bits = 0xffffffff;
  big = -5000000000;
  both.tiny = -3;
  both.small[2] = -7;
  *heap = -9;
  return unused;
}

int main(void) {
  pthread_t thread;
  heap = malloc(sizeof *heap);
  pthread_create(&thread, NULL, stores, NULL);
  while (level != 1)
    ;
  pthread_join(thread, NULL);
  return 0;
}
