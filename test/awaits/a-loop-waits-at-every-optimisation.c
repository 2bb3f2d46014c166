// What the compiler tells its optimiser of a loop changes nothing: where a variable's life ends, what may be
// assumed, what is fetched ahead, what is expected. A value that the loop returns is carried to its end, and
// is the same in every turn that fails.
//
// Two pushers and two poppers; the numbers are those of a-node-that-nobody-knows-is-no-outcome.c.
// RUN: %mcmini-cc -g -O0 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O3 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 -Xclang -disable-lifetime-markers %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 -DHINTS %s -o %t && %mcmini %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}70 traces: 38 completed, 0 deadlocked, 0 failed, 0 bounded, 32 dropped
//
// A value that differs where the attempt has failed is carried: pops that fail are run, at every level alike,
// and are outcomes; pushes wait as before.
// RUN: %mcmini-cc -g -O0 -DCOUNTS %s -o %t && %mcmini %t | FileCheck --check-prefix=COUNTS %s
// RUN: %mcmini-cc -g -O2 -DCOUNTS %s -o %t && %mcmini %t | FileCheck --check-prefix=COUNTS %s
// COUNTS: {{^}}112 traces: 98 completed, 0 deadlocked, 0 failed, 0 bounded, 14 dropped
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node *) next;
};
static _Atomic(struct node *) top;
static struct node nodes[2];
static int failures[2];

static void *push(void *argument) {
  struct node *node = argument, *old = atomic_load(&top);
  for (;;) {
    atomic_store(&node->next, old);
    if (atomic_compare_exchange_strong(&top, &old, node))
      return NULL;
  }
}

static struct node *pop(int *failed) {
  (void)failed;
#ifdef COUNTS
  int n = 0;
#endif
  for (;;) {
    struct node *old = atomic_load(&top);
#ifdef HINTS
    __builtin_prefetch(old);
    __builtin_assume((size_t)old % sizeof(void *) == 0);
    if (__builtin_expect(!old, 0))
      return NULL;
#else
    if (!old)
      return NULL;
#endif
    struct node *next = atomic_load(&old->next);
    if (atomic_compare_exchange_strong(&top, &old, next)) {
#ifdef COUNTS
      *failed = n;
#endif
      return old;
    }
#ifdef COUNTS
    n++;
#endif
  }
}

static void *pops(void *argument) { return pop(argument); }

int main(void) {
  pthread_t thread[4];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, push, &nodes[i]);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[2 + i], NULL, pops, &failures[i]);
  for (int i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
