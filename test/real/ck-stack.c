// ConcurrencyKit's stack (libck-dev), two pushes and one pop at once: nothing is lost, and what was
// written before a push is seen after the pop. With a counter against ABA (cmpxchg16b) as many traces
// as without: only the one that pops changes it.
//
// All depends on the head. X is the push that is first, Y the other: 2 ways. A read is told by the number of
// changes of the head before it; a compare-exchange that fails is a read, too.
// - The pop finds nothing, before X. Y has read before X, and fails once, or has not: 2.
// - X, pop, Y. Y has read behind the pop, or between the two and fails once, or before X: then it fails
//   twice, or comes only behind the pop, where the head is again what it has read: 4.
// - X, Y, pop. Y has read before X or not, the pop before Y, and fails once, or not: 4.
// These are 2 * (2 + 4 + 4) = 20.
// RUN: %mcmini-cc -g -O1 -DUPMC %s -o %t && %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O1 -DMPMC %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}20 traces: 20 completed
// CHECK: Every schedule of the program was explored.
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>
#include <stddef.h>
static ck_stack_t stack = CK_STACK_INITIALIZER;
struct item {
  ck_stack_entry_t entry;
  int value;
};
static struct item items[2];
static int popped[3];
static void *work(void *argument) {
  struct item *item = argument;
  item->value = 7;
#ifdef UPMC
  ck_stack_push_upmc(&stack, &item->entry);
#else
  ck_stack_push_mpmc(&stack, &item->entry);
#endif
  return NULL;
}
static void *pop(void *a) {
#ifdef UPMC
  ck_stack_entry_t *e = ck_stack_pop_upmc(&stack);
#else
  ck_stack_entry_t *e = ck_stack_pop_mpmc(&stack);
#endif
  if (e) {
    assert(((struct item *)e)->value == 7);
    ++*(int *)a;
  }
  return NULL;
}
int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, work, &items[0]);
  pthread_create(&two, NULL, work, &items[1]);
  pop(&popped[0]);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  while (ck_stack_pop_npsc(&stack))
    popped[1]++;
  assert(popped[0] + popped[1] == 2);
}
