// Loops that look as if to fail at a compare-exchange were nothing, and it is not. Each has an outcome that
// there is only with an attempt that fails: it counts, it tells, the loop gives in at the second failure, or
// looks elsewhere and ends; another thread sees what it has stored; it reads that itself; it stores at another
// place in each turn; it ends where nothing is stored any more.
//
// RUN: %mcmini-cc -g -O2 -DCOUNTS %s -o %t && not %mcmini -k %t | FileCheck --check-prefixes=ALL,ONE %s
// RUN: %mcmini-cc -g -O0 -DTELLS %s -o %t && not %mcmini -k %t | FileCheck --check-prefixes=ALL,ONE %s
// RUN: %mcmini-cc -g -O2 -DGIVES_IN %s -o %t && not %mcmini -k %t | FileCheck --check-prefixes=ALL,GIVES %s
// RUN: %mcmini-cc -g -O0 -DLOOKS %s -o %t && not %mcmini -k %t | FileCheck --check-prefixes=ALL,ONE %s
// RUN: %mcmini-cc -g -O2 -DSEEN %s -o %t && not %mcmini -k %t | FileCheck --check-prefixes=ALL,SEEN %s
// RUN: %mcmini-cc -g -O2 -DREADS %s -o %t && not %mcmini -k %t | FileCheck --check-prefixes=ALL,ONE %s
// RUN: %mcmini-cc -g -O0 -DPLACES %s -o %t && not %mcmini -k %t | FileCheck --check-prefixes=ALL,ONE %s
// RUN: %mcmini-cc -g -O2 -DENDS %s -o %t && not %mcmini -k %t | FileCheck --check-prefixes=ALL,ONE %s
// ALL: assertion failed: assertion `!reached' failed
// ONE: {{^}}4 traces: 3 completed, 0 deadlocked, 1 failed, 0 bounded, 0 dropped
// GIVES: {{^}}9 traces: 8 completed, 0 deadlocked, 1 failed, 0 bounded, 0 dropped
// SEEN: {{^}}9 traces: 8 completed, 0 deadlocked, 1 failed, 0 bounded, 0 dropped
//
// Without all that there is no such outcome: one of the four traces, in which a push fails, is dropped.
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini %t | FileCheck %s
// CHECK: {{^}}4 traces: 3 completed, 0 deadlocked, 0 failed, 0 bounded, 1 dropped
//
// A plain field that another thread reads meanwhile is a race.
// RUN: %mcmini-cc -g -O1 -DPLAIN -DSEEN %s -o %t && not %mcmini %t | FileCheck --check-prefix=RACE %s
// RACE: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
#ifdef PLAIN
  struct node *next;
#else
  _Atomic(struct node *) next;
#endif
};
static _Atomic(struct node *) top;
static struct node nodes[2], unset;
static atomic_int told, stop;
static bool reached;
static struct node *found; // by the second push, below its node

static void *push_first(void *argument) {
  struct node *const node = &nodes[0];
#ifdef COUNTS
  int failures = 0;
#elif defined GIVES_IN
  int left = 2;
#endif
  for (;;) {
    struct node *old = atomic_load(&top);
#ifdef ENDS
    if (old)
      break;
#endif
#ifdef READS
    if (node->next != NULL)
#endif
#ifdef PLACES
      nodes[old == NULL].next = old;
#else
      node->next = old;
#endif
    if (atomic_compare_exchange_strong(&top, &old, node))
      break;
#ifdef COUNTS
    failures++;
#elif defined TELLS
    atomic_store(&told, 1);
#elif defined GIVES_IN
    if (!--left) {
      reached = true;
      break;
    }
#elif defined LOOKS
    if (atomic_load(&stop))
      break;
#endif
  }
#ifdef COUNTS
  reached = failures == 1;
#endif
  return argument;
}

static void *push_second(void *argument) {
  struct node *old = atomic_load(&top);
  atomic_store(&stop, 1);
#ifdef GIVES_IN
  atomic_store(&top, &nodes[1]);
  atomic_store(&top, &unset);
#elif defined PLACES
  atomic_store(&top, &unset);
#else
  while (!atomic_compare_exchange_strong(&top, &old, &nodes[1])) {
  }
  found = old;
#endif
  return argument;
}

static void *look(void *argument) {
#ifdef SEEN
  *(struct node **)argument = nodes[0].next;
#endif
  return argument;
}

int main(void) {
  pthread_t thread[3];
  struct node *seen = &unset;
  nodes[0].next = nodes[1].next = &unset;
  pthread_create(&thread[0], NULL, push_first, NULL);
  pthread_create(&thread[1], NULL, push_second, NULL);
  pthread_create(&thread[2], NULL, look, &seen);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
#ifdef TELLS
  reached = told;
#elif defined LOOKS || defined ENDS
  reached = top == &nodes[1] && found == NULL && nodes[0].next == NULL;
#elif defined SEEN
  reached = seen == NULL && nodes[0].next == &nodes[1];
#elif defined READS
  reached = top == &nodes[0] && nodes[0].next == NULL && found == NULL;
#elif defined PLACES
  reached = top == &nodes[0] && nodes[1].next == NULL && nodes[0].next == &unset;
#endif
  assert(!reached);
  return 0;
}
