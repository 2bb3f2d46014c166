// A search that learns of an atomic section, or of a barrier that more threads use than it lets
// through, restarts. In GDB the one schedule goes on.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q %t
// RUN: %mcmini-gdb -ex 'mcmini forward 7' -ex 'mcmini objects' -ex 'mcmini forward end' \
// RUN:   -ex 'print sum' %name.assertion-0001.trace %t | FileCheck %s
// CHECK: transition: 7 of [[#LAST:]];
// CHECK: {{^}}barrier two: {{.}}
// CHECK: transition: [[#LAST]] of [[#LAST]]; thread: 0 (thread 1 of GDB); the end of the trace
// CHECK-NEXT: *** assertion failed: {{.*}}sum == 0
// CHECK: $1 = 4
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>

enum { N = 4 };
static pthread_barrier_t two;
static int sum;

static void *meet(void *argument) {
  pthread_barrier_wait(&two);
  mc_atomic_begin();
  MC_WRITE(sum, MC_READ(sum) + 1);
  mc_atomic_end();
  return argument;
}

int main(void) {
  pthread_t thread[N];
  pthread_barrier_init(&two, NULL, 2);
  for (int i = 0; i < N; i++)
    pthread_create(&thread[i], NULL, meet, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(thread[i], NULL);
  assert(sum == 0);
  return 0;
}
