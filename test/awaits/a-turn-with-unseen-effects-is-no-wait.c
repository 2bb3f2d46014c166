// A loop over two files that ends by itself, by what no hook shows: a function of libc, memory that
// nobody else knows, a thread-local variable. It is not taken to wait: the assertion fails where it
// has ended too early. Compiled by -fsanitize=thread calls are not seen; there a child finds out by
// some more turns, and the result says so.
// RUN: %mcmini-cc -g -DMORE="rand() %% 5" %s %S/Inputs/ready.c -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 -DMORE="rand() %% 5" %s %S/Inputs/ready.c -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -DMORE="++*own < 5" %s %S/Inputs/ready.c -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 -DMORE="++*own < 5" %s %S/Inputs/ready.c -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -DMORE="++local < 5" %s %S/Inputs/ready.c -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 -DMORE="++local < 5" %s %S/Inputs/ready.c -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -DMORE="unchecked()" %s %S/Inputs/ready.c -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc --from-tsan -DMORE="++*own < 5" %s %S/Inputs/ready.c -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc --from-tsan -DMORE="rand() %% 5" %s %S/Inputs/ready.c -o %t
// RUN: not %mcmini %t | FileCheck %s --check-prefixes=CHECK,CHILD
// CHECK: assertion failed: assertion `is_ready()' failed
// CHILD: warning: a loop that seemed to wait goes on {{.*}} (ready.c:8)
#include "Inputs/ready.h"
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static __thread int local;

MCMINI_NO_CHECK static int unchecked(void) {
  static int calls;
  return ++calls < 5;
}

static void *waits(void *argument) {
  int *own = calloc(1, sizeof *own);
  (void)unchecked;
  (void)local;
  while (!is_ready() && (MORE))
    sched_yield();
  assert(is_ready());
  free(own);
  return argument;
}

static void *sets(void *argument) {
  set_ready();
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, sets, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
