// --explain: a thread that ends, and one that waits for that; a look whether it has, too early.
//
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -q --explain --schedule=full %t | FileCheck %s
// CHECK: What each step does:
// CHECK: thread 0 creates thread 0.1: not yet created -> running
// CHECK: thread 0 looks whether thread 0.1 has ended: not yet: running
// CHECK: thread 0.1 ends: running -> finished
// CHECK: thread 0 joins thread 0.1, which has ended: finished -> finished, joined
// CHECK: join: to wait until a thread has ended
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static void *run(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  const int is_busy = pthread_tryjoin_np(thread, 0);
  if (is_busy)
    pthread_join(thread, 0);
  assert(!is_busy);
  return 0;
}
