// Two threads come to a static variable: either initialises it. The one that comes while the other
// does waits; the one that comes later only uses it. Two traces, as all that differs is who was first.
// RUN: %mcmini-c++ -g %s -o %t && %gxx -g -pthread %s -o %t.gcc
// RUN: %mcmini-c++ --from-tsan -g %s -o %t.tsan
// RUN: %mcmini --output=all %t | sort -u | FileCheck %s
// RUN: %mcmini --output=all --algorithm=dfs %t | sort -u | FileCheck --check-prefix=OUTCOMES %s
// RUN: %mcmini --output=all %t.gcc | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t.tsan | sort -u | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed
// CHECK: by 1, by 1
// CHECK-NEXT: by 2, by 2
// CHECK-NOT: by
// OUTCOMES: by 1, by 1
// OUTCOMES-NEXT: by 2, by 2
// OUTCOMES-NOT: by
#include <pthread.h>
#include <stdio.h>

static long seen[2];

static long first_to_come(long self) {
  static long s = self;
  return s;
}

static void *worker(void *argument) {
  const long self = (long)argument;
  seen[self - 1] = first_to_come(self);
  return NULL;
}

int main() {
  pthread_t thread[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, (void *)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  printf("by %ld, by %ld\n", seen[0], seen[1]);
}
