// The first initialiser throws; whoever comes next tries again, and sees what the first has done: no data
// race. Either thread is the first, and no trace is sleep-set blocked.
// RUN: %mcmini-c++ -g %s -o %t && %gxx -g -pthread %s -o %t.gcc
// RUN: %mcmini -k --output=all %t | sort -u | FileCheck %s
// RUN: %mcmini -k --output=all %t.gcc | sort -u | FileCheck %s
// RUN: %mcmini -k --output=all --algorithm=dfs %t | sort -u | FileCheck --check-prefix=OUTCOMES %s
// CHECK: {{^}}2 traces: 2 completed, {{.*}} 0 sleep-set blocked
// CHECK: mcmini: ok
// CHECK: thrown 0, 2
// CHECK-NEXT: thrown 1, 0
// CHECK-NOT: thrown
// OUTCOMES: mcmini: ok
// OUTCOMES: thrown 0, 2
// OUTCOMES-NEXT: thrown 1, 0
// OUTCOMES-NOT: thrown
#include <pthread.h>
#include <stdio.h>

static int tries;
static long thrown[2];

static long make(long self) {
  if (tries++ == 0)
    throw self;
  return self;
}

static void *worker(void *argument) {
  const long self = (long)argument;
  try {
    static long s = make(self);
    (void)s;
  } catch (long t) {
    thrown[self - 1] = t;
  }
  return NULL;
}

int main() {
  pthread_t thread[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, (void *)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  printf("thrown %ld, %ld\n", thrown[0], thrown[1]);
}
