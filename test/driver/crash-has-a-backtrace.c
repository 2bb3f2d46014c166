// A crash is reported with its signal and the lines of the thread's frames.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini %t | FileCheck %s
// CHECK: mcmini: crash: {{.*}}SIGSEGV
// CHECK: Backtrace of thread 0.1:
// CHECK-NEXT: inner {{.*}}crash-has-a-backtrace.c:13  return *(int *)address;
// CHECK-NEXT: outer {{.*}}crash-has-a-backtrace.c:16  return inner(address) + 1;
// CHECK-NEXT: worker {{.*}}crash-has-a-backtrace.c:19  return (void *)outer(argument);
// CHECK: To see it again: mcmini replay crash-has-a-backtrace.c.tmp.crash-0001.trace
#include <pthread.h>

static long inner(void *address) {
  return *(int *)address;
}
static long outer(void *address) {
  return inner(address) + 1;
}
static void *worker(void *argument) {
  return (void *)outer(argument);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, (void *)8);
  pthread_join(thread, NULL);
  return 0;
}
