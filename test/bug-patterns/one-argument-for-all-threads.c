// All threads get a pointer to the same variable, which the loop changes. RIGHT: each its own.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 2 };

static atomic_int served[THREADS];

static void *serve(void *number) {
  assert(atomic_fetch_add(&served[atomic_load((atomic_int *)number)], 1) == 0);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  atomic_int number[THREADS] = {0};
  for (int i = 0; i < THREADS; i++) {
#ifdef RIGHT
    atomic_int *mine = &number[i];
#else
    atomic_int *mine = &number[0];
#endif
    atomic_store(mine, i);
    pthread_create(&thread[i], NULL, serve, mine);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
