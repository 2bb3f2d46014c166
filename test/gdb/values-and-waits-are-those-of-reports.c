// A value has the sign of its type, and what a thread waits for is said as in reports.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q %t | FileCheck %s --check-prefix=REPORT
// RUN: %mcmini-gdb -ex 'mcmini forward end' -ex 'mcmini objects' %name.deadlock-0001.trace %t | FileCheck %s
// REPORT: thread 0.1 (waits) waits to be woken at never: nobody has woken it{{$}}
// CHECK: thread 0.1 (waits) waits to be woken at never: nobody has woken it (values-and-waits-are-those-of-reports.c:22)
// CHECK-DAG: variable level: -1
// CHECK-DAG: variable bits: 4294967295
// CHECK-DAG: condition never: waited for by thread 0.1
#include <pthread.h>
#include <stdatomic.h>

static atomic_int level;
static atomic_uint bits;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *waits(void *unused) {
  level = -1;
  bits = 0xffffffff;
  pthread_mutex_lock(&m);
  pthread_cond_wait(&never, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
  return 0;
}
