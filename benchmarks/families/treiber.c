// treiber P C - P threads push a node each onto a stack, C pop one, with compare-exchange loops.
// Complete is each order of the pushes and pops that succeed, with each load that finds what is there
// then, and each pop that finds nothing: 282 for 3 and 2; other tools count attempts that fail, too.
// Source: R. K. Treiber, IBM RJ 5118, 1986.
#include "../program.h"
#include <stdatomic.h>

struct node {
  _Atomic(struct node *) next;
};

static _Atomic(struct node *) top;
static struct node nodes[MAX_THREADS];

static void *push(void *arg) {
  struct node *const node = &nodes[(long)arg];

  for (;;) {
    struct node *old = atomic_load(&top);
    atomic_store(&node->next, old);
    if (atomic_compare_exchange_strong(&top, &old, node))
      return arg;
  }
}

static void *pop(void *arg) {
  for (;;) {
    struct node *old = atomic_load(&top);
    if (!old)
      return arg;
    struct node *next = atomic_load(&old->next);
    if (atomic_compare_exchange_strong(&top, &old, next))
      return arg;
  }
}

int main(int argc, char *argv[]) {
  start(push, argument(argc, argv, 1, 1, MAX_THREADS, 3));
  start(pop, argument(argc, argv, 2, 1, MAX_THREADS, 2));
  join_all();
  return 0;
}
