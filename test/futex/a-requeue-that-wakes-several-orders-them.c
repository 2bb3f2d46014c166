// A futex requeue that wakes two threads orders both after what came before it, as a wake does. Who begins to wait after
// it is woken by the wake behind it, or waits for ever.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k --algorithm=dfs %t | FileCheck %s
// CHECK-NOT: data race
// CHECK: deadlock: 3 threads wait
// CHECK-NOT: data race
// CHECK: Every schedule of the program was explored
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
static unsigned word, other;
static int x;
static void *waits(void *a) {
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);
  return x ? NULL : a;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, waits, 0);
  x = 2;
  syscall(SYS_futex, &word, FUTEX_REQUEUE, 2, 0, &other, 0);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
}
