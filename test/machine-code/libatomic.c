// Atomics of 16 bytes are calls of libatomic.so, in whose code the instruction lies. Of a program that gcc has compiled,
// two threads that add to a pair by compare-exchange, and main's load, had one schedule, "ok": what others
// than instrumented code do there was left out. There are six outcomes; "1,2 2,5" needs that thread 0.2 is first, and
// the load is between the two.
// RUN: mkdir -p %t.dir && gcc -O1 -g -mcx16 %s -o %t.dir/pair -pthread -latomic
// RUN: %mcmini -k --output=all %t.dir/pair > %t.dir/out
// RUN: grep -c "^1,2 2,5$" %t.dir/out
// RUN: grep "^[0-9],[0-9] [0-9],[0-9]$" %t.dir/out | sort -u | FileCheck %s --match-full-lines
// CHECK: 0,0 2,4
// CHECK-NEXT: 0,0 2,5
// CHECK-NEXT: 1,1 2,4
// CHECK-NEXT: 1,2 2,5
// CHECK-NEXT: 2,4 2,4
// CHECK-NEXT: 2,5 2,5
// CHECK-NOT: {{.}}
// RUN: FileCheck %s --check-prefix=REPORT < %t.dir/out
// REPORT: Every schedule of the program's thread primitives was explored; of its memory accesses those of libatomic.so.1 are seen.
//
// Instrumented code announces the access, so the library's instructions are no steps of their own: 12 classes.
// RUN: %mcmini-cc -g -mcx16 %s -o %t.dir/plugin -latomic && %mcmini -k %t.dir/plugin | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: {{^}}12 traces: 12 completed
// PLUGIN: {{^}}Every schedule of the program was explored; what code without instrumentation does to memory is not seen (libatomic
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

typedef struct {
  long a, b;
} pair;
static _Atomic pair shared;

static void *work(void *number) {
  pair old = atomic_load(&shared), new;
  do
    new = (pair){old.a + 1, old.b * 2 + (long)number};
  while (!atomic_compare_exchange_weak(&shared, &old, new));
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, work, (void *)(i + 1));
  const pair seen = atomic_load(&shared);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  const pair end = atomic_load(&shared);
  printf("%ld,%ld %ld,%ld\n", seen.a, seen.b, end.a, end.b);
}
