// getc_unlocked and its like are calls, at any level of optimisation and of any compiler: glibc's headers
// would inline them. Two threads that read a byte each: either may be first.
// RUN: printf 'ab' > %t.in
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini --output=all --require-complete %t < %t.in | FileCheck %s
// RUN: %mcmini-cc -g -O0 %s -o %t && %mcmini --output=all --require-complete %t < %t.in | FileCheck %s
// RUN: %mcmini-cc --from-tsan -g -O2 %s -o %t && %mcmini --output=all --require-complete %t < %t.in | FileCheck %s
// CHECK-DAG: ab
// CHECK-DAG: ba
// CHECK: 2 traces: 2 completed
#include <pthread.h>
#include <stdio.h>

static int byte[2];

static void *read_one(void *at) {
  *(int *)at = getc_unlocked(stdin);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, read_one, &byte[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  printf("%c%c\n", byte[0], byte[1]);
}
