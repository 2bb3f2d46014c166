// A thread reads a variable of a function that has returned, or that returns meanwhile: the second is a data race,
// whatever the schedule, since nothing orders the two. Of an atomic, three orders: it is read in time, or too late, or
// is not there yet. Where the function waits for the thread nothing is wrong.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t plain | FileCheck --check-prefix=PLAIN %s
// RUN: not %mcmini -k %t atomic | FileCheck --check-prefix=ATOMIC %s
// RUN: %mcmini %t waits | FileCheck --check-prefix=WAITS %s
// PLAIN-DAG: data race: local
// PLAIN-DAG: a variable is used of a function that has returned
// ATOMIC-DAG: data race: local: write at {{.*}} and atomic read at
// ATOMIC-DAG: a variable is used of a function that has returned
// ATOMIC: {{^}}3 traces: 2 completed, 0 deadlocked, 1 failed
// WAITS: mcmini: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t thread;
static char kind;
static _Atomic(atomic_int *) place;

static void *reader(void *argument) {
  if (kind != 'a')
    return *(int *)argument == 42 ? NULL : argument;
  atomic_int *p = atomic_load(&place);
  if (p)
    atomic_load(p);
  return NULL;
}

static __attribute__((noinline)) void plain(void) {
  int local = 42;
  pthread_create(&thread, NULL, reader, &local);
  if (kind == 'w')
    pthread_join(thread, NULL);
}

static __attribute__((noinline)) void publish(void) {
  atomic_int local = 42;
  atomic_store(&place, &local);
}

int main(int count, char **argument) {
  (void)count;
  kind = argument[1][0];
  if (kind != 'a') {
    plain();
  } else {
    pthread_create(&thread, NULL, reader, NULL);
    publish();
  }
  if (kind != 'w')
    pthread_join(thread, NULL);
  return 0;
}
