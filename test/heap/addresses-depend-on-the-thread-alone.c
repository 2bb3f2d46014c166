// Addresses in a trace depend on nothing but the thread that they belong to: what it has allocated
// and freed before. Two threads put nodes on a lock-free stack, each takes one off and frees it, its
// own or the other's, and allocates once more. Their nodes, stacks and handles are at the same place
// in all traces; only their own memory is given to them again, and in the checked heap not so soon.
// RUN: %mcmini-cc -g %s -o %t && %mcmini -k --races=off --output=all %t >out
// RUN: FileCheck %s --check-prefix=ALL <out
// RUN: grep '^[12] ' out | sort -u | grep -v after >checked
// RUN: count 4 <checked
// RUN: grep after out | sed 's/.* //' | sort -u >fresh && count 2 <fresh && not grep -F -f fresh checked
// RUN: %mcmini -k --races=off --output=all --heap=fast %t >out
// RUN: FileCheck %s --check-prefix=ALL <out
// ALL: 28 traces: 20 completed, 0 deadlocked, 0 failed, 0 bounded, 8 dropped
// RUN: grep '^[12] ' out | sort -u >addresses
// RUN: count 8 <addresses
// RUN: FileCheck %s <addresses
// CHECK: 1 after its own [[ONE:0x[0-9a-f]+]]
// CHECK-NOT: [[ONE]]
// CHECK: 1 after the other's
// CHECK-NEXT: 1 handle
// CHECK-NEXT: 1 node [[ONE]] stack
// CHECK-NEXT: 2 after its own [[TWO:0x[0-9a-f]+]]
// CHECK-NOT: [[ONE]]
// CHECK-NOT: [[TWO]]
// CHECK: 2 after the other's
// CHECK-NEXT: 2 handle
// CHECK-NEXT: 2 node [[TWO]] stack
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  char payload[56];
};
static _Atomic(struct node *) top;

static void push(struct node *node) {
  node->next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &node->next, node))
    ;
}

static struct node *pop(void) {
  struct node *node = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &node, node->next))
    ;
  return node;
}

static void *worker(void *number) {
  const char *const name = number;
  struct node *mine = malloc(sizeof *mine), *taken;
  push(mine);
  taken = pop();
  free(taken);
  printf("%s node %p stack %p\n%s handle %p\n", name, (void *)mine, (void *)&mine, name,
         (void *)pthread_self());
  printf("%s after %s %p\n", name, taken == mine ? "its own" : "the other's", malloc(sizeof *mine));
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, "1");
  pthread_create(&two, NULL, worker, "2");
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
