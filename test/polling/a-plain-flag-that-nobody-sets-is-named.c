// A loop that waits for a plain variable, which no other thread writes, is a livelock; the report says
// what it waits for, and what is there.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: livelock: 1 thread waits in loops that nobody can end, and 1 for something else
// CHECK: {{^}}  thread 0.1 (work) waits in a loop: busy-wait, until it & 0x4 is not 0
// CHECK-NEXT: a-plain-flag-that-nobody-sets-is-named.c:[[#@LINE+10]]
// CHECK-NEXT: {{^}}      flags is 3{{$}}
// CHECK: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed
#include <pthread.h>
#include <stddef.h>

static unsigned flags = 3;
int *unused = (int *)&flags;

static void *work(void *argument) {
  while (!(flags & 4)) {
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
