// A lock-free stack of indices (Treiber 1986): a pop has read the top A and what is below it, B; then a second
// thread pops A, a third one pops B and keeps it, and the second one gives A back. The first pop succeeds
// and leaves B, which is in use, on the stack. That takes three threads and four switches that nothing
// forces. RIGHT: the top has a tag that changes with each push.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

enum { INDICES = 3, NONE = 255, INDEX = 255, TAG = 256 };

static atomic_int top = 0;
static atomic_int below[INDICES] = {1, 2, NONE};
static atomic_int users[INDICES];

static int pop(void) {
  int seen = atomic_load(&top), rest;
  do {
    if ((seen & INDEX) == NONE)
      return NONE;
    rest = atomic_load(&below[seen & INDEX]);
  } while (!atomic_compare_exchange_strong(&top, &seen, rest | (seen & ~INDEX)));
  assert(atomic_fetch_add(&users[seen & INDEX], 1) == 0);
  return seen & INDEX;
}

static void push(int mine) {
  int seen = atomic_load(&top), tag = 0;
  atomic_fetch_sub(&users[mine], 1);
  do {
    atomic_store(&below[mine], seen & INDEX);
#ifdef RIGHT
    tag = (seen & ~INDEX) + TAG;
#endif
  } while (!atomic_compare_exchange_strong(&top, &seen, mine | tag));
}

static void *pop_two(void *argument) {
  pop();
  pop();
  return argument;
}

static void *pop_and_push(void *argument) {
  const int mine = pop();
  if (mine != NONE)
    push(mine);
  return argument;
}

static void *pop_one(void *argument) {
  pop();
  return argument;
}

int main(void) {
  in_threads(pop_two, pop_and_push, pop_one);
  return 0;
}
