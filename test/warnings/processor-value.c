// Inline assembly that takes a value of the processor's, with more than that: it is another one in each trace.
// RUN: %mcmini-cc -g %s -o %t
// RUN: python3 %S/Inputs/shows.py processor-value %mcmini %t
// RUN: not %mcmini %t | FileCheck %s
// CHECK: warning: inline assembly takes a value of the processor's (rdtsc, rdrand, rdseed), which is another one in each trace
// CHECK-SAME: processor-value.c:[[@LINE+10]]
// CHECK: Not every schedule of the program was explored: what the program does with other values of the processor's. Use the compiler's functions (__rdtsc, _rdrand32_step), clock_gettime or getrandom.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int odd;

static void *counts(void *unused) {
  uint64_t now;
  __asm__ volatile("rdtsc\n shlq $32, %%rdx\n orq %%rdx, %0" : "=a"(now) : : "rdx");
  odd += now & 1;
  return unused;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, counts, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
}
