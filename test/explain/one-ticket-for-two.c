// A ticket is taken with a load and a store: two threads get the same, and one number is never served.
// Bug: livelock
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini livelock %t | FileCheck %s
// CHECK: why: Thread 0.1 read next_ticket at step 5 (one-ticket-for-two.c:16) and wrote it at step 12 (one-ticket-for-two.c:17); in between, at step 8 (one-ticket-for-two.c:17), thread 0.2 wrote it: that is lost.
// CHECK-NEXT: why: Thread 0.1 waits in a loop (one-ticket-for-two.c:18) for serving, which is 2 since step 17 (one-ticket-for-two.c:20), by thread 0.3, which has ended.
// CHECK: shown: 18 steps, 1 preemption
// CHECK: decides: step: step 10: 0.2 add serving (one-ticket-for-two.c:20)
#include "threads.h"
#include <stdatomic.h>

static _Atomic int next_ticket, serving;
static int counter;

static void *serve(void *argument) {
  const int mine = atomic_load(&next_ticket);
  atomic_store(&next_ticket, mine + 1);
  while (atomic_load(&serving) != mine)
    ;
  atomic_fetch_add(&serving, 1);
  return argument;
}

int main(void) {
  many_threads(3, serve);
  return counter;
}

// CHECK-NEXT: first: 0.1 load serving (one-ticket-for-two.c:18)
