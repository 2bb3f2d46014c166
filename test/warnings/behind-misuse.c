// The worker gives back a mutex that main has taken, as a signal: a misuse that glibc forgives. What comes behind is not
// explored, and the verdict says so; with --misuse=report it is, as glibc goes on: main's second lock waits for the
// worker. It then sees 1, or what the worker stores behind the unlock. A destroy of a locked mutex is refused with
// EBUSY, and the program goes on: the assertion behind it fails.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: python3 %S/Inputs/shows.py behind-misuse %mcmini -k %t
// RUN: not %mcmini -k --misuse=report %t | FileCheck --check-prefix=REPORT %s
// RUN: not %mcmini -k --misuse=report --algorithm=dfs %t | FileCheck --check-prefix=REPORT %s
// RUN: %mcmini-cc -g -DDESTROY %s -o %t && not %mcmini -k --misuse=report %t | FileCheck --check-prefix=DESTROY %s
// DESTROY-DAG: misuse of a primitive: destroy of a mutex that is locked
// DESTROY-DAG: assertion failed: {{.*}}!busy
// DESTROY: Every schedule of the program was explored.
// CHECK-DAG: unlock of a mutex held by another thread
// CHECK-DAG: warning: glibc goes on after this misuse
// CHECK: Not every schedule of the program was explored: what the program does after a misuse that glibc forgives
// REPORT: Finding 1: misuse of a primitive: unlock of a mutex held by another thread
// REPORT: Finding 2: assertion failed: {{.*}}seen == 1
// REPORT: Every schedule of the program was explored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int state;

static void *worker(void *argument) {
  atomic_store(&state, 1);
  pthread_mutex_unlock(&mutex);
  atomic_store(&state, 2);
  return argument;
}

static void *holder(void *argument) {
  pthread_mutex_lock(&mutex);
  atomic_store(&state, 1);
  atomic_store(&state, 2);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
#ifdef DESTROY
  pthread_t other;
  pthread_create(&other, NULL, holder, NULL);
  while (atomic_load(&state) == 0)
    ;
  const int busy = pthread_mutex_destroy(&mutex);
  pthread_join(other, NULL);
  assert(!busy);
  return 0;
#endif
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  const int seen = atomic_load(&state);
  assert(seen == 1);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
