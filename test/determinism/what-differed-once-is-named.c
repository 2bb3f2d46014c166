// A step that is not repeated in one trace, and never again, is named as it was, though the search has restarted since
// to see whether a stray write was the reason: objects and places are numbered anew. It could be the finding that the
// program wrote into McMini's memory.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: sh -c '%mcmini %t; echo status $?' | FileCheck %s
// CHECK: mcmini: nondeterministic: step {{[0-9]+}} of thread 0.1 was add usual: 0 -> 1 at what-differed-once-is-named.c:[[@LINE+15]]; now it is add other at what-differed-once-is-named.c:[[@LINE+13]]
// CHECK: status 3
#include "threads.h"
#include <stdatomic.h>
#include <sys/shm.h>

static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;
static atomic_int usual, other;
static int *counter;

static void *worker(void *argument) {
  if (!argument) {
    if (++*counter == 2)
      atomic_fetch_add(&other, 1);
    else
      atomic_fetch_add(&usual, 1);
  }
  pthread_mutex_lock(&shared);
  pthread_mutex_unlock(&shared);
  return NULL;
}

int main(void) {
  const int segment = shmget(IPC_PRIVATE, 65 << 20, 0600); // more than is put back
  counter = shmat(segment, NULL, 0);
  shmctl(segment, IPC_RMID, NULL);
  many_threads(2, worker);
  return 0;
}
