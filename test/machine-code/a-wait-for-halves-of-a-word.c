// A thread waits until two words are set, by a loop of gcc's code that loads them one by one. Another thread stores both at once, by
// one instruction of 8 bytes: each load is one of two objects. The loop was not recognised: each number of rounds was a trace
// of its own, without end. The store comes before the first load; else the first round gives up, for which one trace is dropped, or waits.
// RUN: %gcc -g -O1 -fno-tree-slp-vectorize %s -o %t -pthread && %mcmini -k --max-traces=100 %t | FileCheck %s
// RUN: %mcmini -k --max-traces=100 --threads=kernel %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}3 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 1 dropped
#include <assert.h>
#include <pthread.h>

static union {
  volatile long both;
  volatile int half[2];
} pair;
static int count;

static void *wait(void *argument) {
  __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
  while (!pair.half[0] || !pair.half[1]) {
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  pair.both = 0x100000001;
  pthread_join(thread, NULL);
  assert(count == 1);
  return 0;
}
