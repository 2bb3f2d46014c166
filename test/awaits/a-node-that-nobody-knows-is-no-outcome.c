// A push that fails has only written its own node, and writes that again; a pop that fails has only read. So
// both attempts wait until they succeed. Complete is each order of the pushes and pops that succeed, with each
// load that finds what is there then, and each pop that finds nothing. In the other traces some thread has
// loaded what is not there any more at their end. By count (for each order of m successes, the product of what
// the others can have loaded): 927, of which 282 are complete.
// RUN: %mcmini-cc -g -O0 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O3 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O1 -DPLAIN -DCARRIES %s -o %t && %mcmini %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}927 traces: 282 completed, 0 deadlocked, 0 failed, 0 bounded, 645 dropped
//
// RUN: %mcmini-cc -g -O0 -DPLAIN -DPUSHES=2 %s -o %t && %mcmini %t | FileCheck --check-prefix=TWO %s
// RUN: %mcmini-cc -g -O2 -DCARRIES -DPUSHES=2 %s -o %t && %mcmini %t | FileCheck --check-prefix=TWO %s
// TWO: {{^}}70 traces: 38 completed, 0 deadlocked, 0 failed, 0 bounded, 32 dropped
//
// Where the program runs one schedule after another by chance, to fail is a step as ever.
// RUN: %mcmini-cc -g -O1 -DPUSHES=2 %s -o %t && %mcmini --algorithm=pos --seed=1 --max-traces=50 %t | FileCheck --check-prefix=RANDOM %s
// RANDOM: {{^}}50 traces: 50 completed
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef PUSHES
#define PUSHES 3
#endif
enum { POPS = 2 };

struct node {
#ifdef PLAIN
  struct node *next;
#else
  _Atomic(struct node *) next;
#endif
};
static _Atomic(struct node *) top;
static struct node nodes[PUSHES];

static void *push(void *argument) {
  struct node *const node = argument;
#ifdef CARRIES
  struct node *old = atomic_load(&top);
  do
    node->next = old;
  while (!atomic_compare_exchange_weak(&top, &old, node));
#else
  for (;;) {
    struct node *old = atomic_load(&top);
    node->next = old;
    if (atomic_compare_exchange_strong(&top, &old, node))
      break;
  }
#endif
  return NULL;
}

static void *pop(void *argument) {
  (void)argument;
  for (;;) {
    struct node *old = atomic_load(&top);
    if (!old)
      return NULL;
    struct node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next))
      return old;
  }
}

int main(void) {
  pthread_t thread[PUSHES + POPS];
  for (int i = 0; i < PUSHES + POPS; i++)
    pthread_create(&thread[i], NULL, i < PUSHES ? push : pop, i < PUSHES ? &nodes[i] : NULL);
  for (int i = 0; i < PUSHES + POPS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
