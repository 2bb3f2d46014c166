// A destroy of a barrier waits for those that are about to leave it, and the memory may be freed then. Their order is one
// that does not matter: no wrong declaration, and no data race with the free.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini --lint --algorithm=dfs %t | FileCheck %s
// RUN: %mcmini %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
#include <pthread.h>
#include <stdlib.h>
static pthread_barrier_t *b;
static void *waits(void *a) {
  pthread_barrier_wait(b);
  return a;
}
int main(void) {
  pthread_t t;
  b = malloc(sizeof *b);
  pthread_barrier_init(b, 0, 2);
  pthread_create(&t, 0, waits, 0);
  pthread_barrier_wait(b);
  pthread_barrier_destroy(b);
  free(b);
  pthread_join(t, 0);
}
