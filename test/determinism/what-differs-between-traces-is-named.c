// A program that behaves otherwise when its prefix is repeated is never silently accepted: the result
// is "nondeterministic", status 3, with both operations and their lines. Here a word of shared
// memory, to which each trace adds, decides which mutex is taken.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: sh -c '%mcmini -k %t; echo status $?' | FileCheck %s
// RUN: sh -c '%mcmini -k %t.gcc; echo status $?' | FileCheck %s
// CHECK: mcmini: nondeterministic: step {{[0-9]+}} of thread 0.1 was lock odd at what-differs-between-traces-is-named.c:[[@LINE+17]]; now it is lock even at what-differs-between-traces-is-named.c:[[@LINE+19]]
// CHECK: status 3
// RUN: sh -c '%mcmini -k --json=a.json %t > out; grep verdict a.json' | FileCheck %s --check-prefix=JSON
// JSON: "verdict": "nondeterministic"
#include "threads.h"
#include <sys/shm.h>

static pthread_mutex_t even = PTHREAD_MUTEX_INITIALIZER, odd = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;

static int *counter;

static int is_odd(void) { return ++*counter % 2; }

static void *worker(void *argument) {
  if (!argument) {
    if (is_odd())
      pthread_mutex_lock(&odd);
    else
      pthread_mutex_lock(&even);
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
