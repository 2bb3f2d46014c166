// The stack of a thread that has ended is nobody's: an atomic there is found in the schedule in which it is read too
// late; a plain variable behind a join in all.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k %t joined | FileCheck --check-prefix=JOINED %s
// CHECK: a variable is used that was on the stack of a thread which has ended
// CHECK: {{^}}[[#]] traces: {{[1-9]}}
// JOINED: a variable is used that was on the stack of a thread which has ended
// JOINED: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(atomic_int *) place;
static int *plain;

static void *owner(void *argument) {
  atomic_int local = 42;
  int variable = 1;
  plain = &variable;
  atomic_store(&place, &local);
  return argument;
}

static void *reader(void *joined) {
  if (joined)
    return *plain ? joined : NULL;
  atomic_int *p = atomic_load(&place);
  if (p)
    atomic_load(p);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t first, second;
  (void)argument;
  pthread_create(&first, NULL, owner, NULL);
  if (count > 1)
    pthread_join(first, NULL);
  pthread_create(&second, NULL, reader, count > 1 ? &first : NULL);
  if (count == 1)
    pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
