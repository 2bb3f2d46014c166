// N threads compare-exchange what one thread writes: each that comes before the write fails, and of the
// others, if there are some, the first one does not. So there is a class for each set of threads before the
// write and, where that is not all of them, for who is the first after it: N * 2^(N-1) + 1. To put the write
// before a thread's failure, up to N others must go out of its way.
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c 'for n in 2 3 4 5 6 7 8 9 10 11; do %mcmini -q %t $n; done' | FileCheck %s
// CHECK: {{^}}5 traces: 5 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: {{^}}13 traces: 13 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: {{^}}33 traces: 33 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: {{^}}81 traces: 81 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: {{^}}193 traces: 193 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: {{^}}449 traces: 449 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: {{^}}1025 traces: 1025 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: {{^}}2305 traces: 2305 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: {{^}}5121 traces: 5121 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// CHECK: {{^}}11265 traces: 11265 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MOST = 16 };
static atomic_int x;

static void *write_it(void *unused) {
  atomic_store(&x, 1);
  return unused;
}

static void *exchange_it(void *number) {
  int expected = 1;
  atomic_compare_exchange_strong(&x, &expected, 2 + (int)(long)number);
  return NULL;
}

int main(int argc, char **argv) {
  const int n = atoi(argv[argc - 1]);
  pthread_t thread[MOST];
  for (long i = 0; i < n; i++)
    pthread_create(&thread[i], NULL, exchange_it, (void *)i);
  pthread_create(&thread[n], NULL, write_it, NULL);
  for (int i = 0; i <= n; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
