// setpriority of "the process" and nice change the calling thread alone (setpriority(2), Linux). User-level threads have
// one priority of the kernel's, so that another thread saw what it cannot see.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --require-complete %t | FileCheck %s
// RUN: %mcmini --require-complete --threads=kernel %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

static int before; // not 0 below nice

static void *looks(void *unused) {
  assert(getpriority(PRIO_PROCESS, 0) == before);
  return unused;
}

int main(void) {
  pthread_t thread;
  before = getpriority(PRIO_PROCESS, 0);
  pthread_create(&thread, NULL, looks, NULL);
  setpriority(PRIO_PROCESS, 0, before + 5);
  (void)!nice(1);
  assert(getpriority(PRIO_PROCESS, 0) == before + 6);
  pthread_join(thread, NULL);
  return 0;
}
