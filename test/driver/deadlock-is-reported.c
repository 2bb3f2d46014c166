// A deadlock is shown as a table, with who waits for whom since which line, the program's output,
// and the command that shows it again; that command finds the same deadlock.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini %t argument | FileCheck %s
// RUN: not %mcmini replay %name.deadlock-0001.trace -- %t argument | FileCheck %s --check-prefix=AGAIN
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static struct {
  int number;
  pthread_mutex_t guard;
} pool = {0, PTHREAD_MUTEX_INITIALIZER};

static void *other(void *argument) {
  pthread_mutex_lock(&lock[1]);
  pthread_mutex_lock(&lock[0]);
  pthread_mutex_unlock(&lock[0]);
  pthread_mutex_unlock(&lock[1]);
  return argument;
}

int main(void) {
  pthread_t thread;
  puts("this is the program");
  fflush(stdout);
  pthread_create(&thread, NULL, other, NULL);
  pthread_mutex_lock(&pool.guard);
  pthread_mutex_unlock(&pool.guard);
  pthread_mutex_lock(&lock[0]);
  pthread_mutex_lock(&lock[1]);
  pthread_mutex_unlock(&lock[1]);
  pthread_mutex_unlock(&lock[0]);
  pthread_join(thread, NULL);
  return 0;
}
// CHECK: mcmini: deadlock: 2 threads wait
// CHECK: step  thread 0 {{.*}}thread 0.1 {{.*}}line of deadlock-is-reported.c
// CHECK: lock pool.guard 28  pthread_mutex_lock(&pool
// CHECK: lock lock[0] 30  pthread_mutex_lock(&lock[0]);
// CHECK: At the end:
// CHECK-NEXT: thread 0 waits to lock lock[1]: held by thread 0.1 since step {{[0-9]+}} (deadlock-is-reported.c:16)
// CHECK-NEXT: at deadlock-is-reported.c:31  pthread_mutex_lock(&lock[1]);
// CHECK-NEXT: thread 0.1 (other) waits to lock lock[0]: held by thread 0 since step {{[0-9]+}} (deadlock-is-reported.c:30)
// CHECK-NEXT: at deadlock-is-reported.c:17  pthread_mutex_lock(&lock[0]);
// CHECK: Output of the program in this trace:
// CHECK-NEXT: | this is the program
// CHECK: To see it again: mcmini replay deadlock-is-reported.c.tmp.deadlock-0001.trace -- {{.*}} argument
// CHECK: Observed:
// CHECK-NEXT: threads       2: 0, 0.1 (other)
// CHECK-NEXT: objects       mutex 3
// CHECK: instrumented  {{.*}}deadlock-is-reported.c
// CHECK: {{^[0-9]+}} traces: {{[0-9]+}} completed, 1 deadlocked, 0 failed, 0 bounded, 0 dropped, {{[0-9]+}} sleep-set blocked
// CHECK-NEXT: The search ended at the first finding; --keep-going explores the rest.

// AGAIN: mcmini: deadlock: 2 threads wait
// AGAIN: | this is the program
// AGAIN: 1 traces: 0 completed, 1 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// AGAIN-NEXT: One schedule was run.
