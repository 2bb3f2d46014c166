// A call of a function with MCMINI_PRIMITIVE is the operation, whether or not the function has a
// body; natively it is what its body says. Arguments come as unsigned numbers of their size, the
// result is cut to the function's type. #pragma clang attribute annotates a header that one may not
// edit: functions whose name does not begin with the primitive's and those of other headers stay.
//
// Two threads: 2 orders of their adds; each has main's take after it, always ok, and main's move.
// RUN: %mcmini-cc -g -I %S/Inputs %s %S/Inputs/counter.c -o %t
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -g -x c++ -I %S/Inputs %s -x c %S/Inputs/counter.c -o %t++
// RUN: %mcmini %t++ | FileCheck %s
// RUN: %mcmini-cc -g -O2 -I %S/Inputs %s %S/Inputs/counter.c -o %t
// RUN: %mcmini %t | FileCheck %s
// CHECK: objects counter 2
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
//
// Where the alternative is not the expected one, the report names both the alternative and the
// object, and the schedule can be repeated.
// RUN: not %mcmini %t empty | FileCheck %s --check-prefix=EMPTY
// EMPTY: assertion failed: {{.*}}empty
// EMPTY: take boxes[0] = empty
// EMPTY: To see it again: mcmini replay functions-stand-for-operations.c.tmp.assertion-0001.trace --
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t empty | FileCheck %s --check-prefix=EMPTY
//
// A null pointer is no object.
// RUN: not %mcmini %t null | FileCheck %s --check-prefix=NULL
// NULL: misuse of a primitive: a null pointer stands for an object
//
// Natively: counter_add has a body, counter_take has none.
// RUN: not --crash %t 2>&1 | FileCheck %s --check-prefix=NATIVE
// NATIVE: the body of counter_add
// NATIVE: counter_take is not implemented: the program runs only under mcmini
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdio.h>

#pragma clang attribute push(MCMINI_PRIMITIVE(counter), apply_to = function)
#include "counter.h"
#include <stdlib.h>
#pragma clang attribute pop
MCMINI_PRIMITIVE(counter.move) static void move(struct counter *from, struct counter *to) {
  (void)from, (void)to;
  abort();
}
MCMINI_PRIMITIVE(counter.get) static signed char get(struct counter *c) { return c != NULL; }

struct counter {
  char bytes[3];
} boxes[2];

int64_t counter_add(struct counter *counter, int value, bool negative) {
  (void)counter, (void)value, (void)negative;
  fprintf(stderr, "the body of counter_add\n");
  return 10;
}

static void *worker(void *argument) {
  counter_add(&boxes[0], -4, true);
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread[2];
  if (count > 1 && argument[1][0] == 'n')
    counter_add(NULL, 0, false);
  const int64_t before = counter_add(&boxes[0], atoi("-9"), false);
  assert(before == 10);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  if (count > 1)
    counter_add(&boxes[0], 9, true);
  if (counter_take(&boxes[0]) != 9)
    assert(!"empty");
  move(&boxes[0], &boxes[1]);
  assert(get(&boxes[0]) == 7 && get(&boxes[1]) == 11);
  counter_add(&boxes[1], 256 - 11 + 1, false);
  assert(get(&boxes[1]) == 1);
  return 0;
}
