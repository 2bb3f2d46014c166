// The processor's time stamp counter and its random numbers, by the compiler's functions and by inline assembly that
// does nothing else, are the same in every trace and run: 6 orders print 1 line. A thread's counter goes up.
// RUN: %mcmini-cc -g -O1 -mrdrnd -mrdseed %s -o %t
// DEFINE: %{options} =
// DEFINE: %{run} = %mcmini --require-complete --output=all %{options} %t > first && %mcmini --output=all %{options} %t > second && grep ^all first second | sed s/.*:// | sort | uniq -c | FileCheck %s
// RUN: %{run}
// REDEFINE: %{options} = --isolation=fork
// RUN: %{run}
// REDEFINE: %{options} = --threads=kernel
// RUN: %{run}
// RUN: %t
// CHECK: 12 all
// CHECK-NOT: all
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <x86intrin.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t sum[3];

static uint64_t by_assembly(void) {
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}

static uint64_t by_wide_assembly(void) {
  uint64_t low, high, number;
  __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(number));
  return high << 32 | low;
}

static void *looks(void *argument) {
  uint64_t *result = argument, before = __rdtsc(), after;
  unsigned number, random;
  unsigned short small;
  unsigned long long large;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  *result = before;
  after = by_assembly();
  assert(after >= before);
  *result = *result * 31 + after;
  before = by_wide_assembly();
  assert(before >= after);
  *result = *result * 31 + before + __rdtscp(&number) + (uint64_t)__builtin_readcyclecounter();
  if (_rdrand32_step(&random) && _rdrand16_step(&small) && _rdseed64_step(&large))
    *result = *result * 31 + random + small + large;
  return NULL;
}

int main(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, looks, &sum[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  printf("all %llx %llx %llx\n", (unsigned long long)sum[0], (unsigned long long)sum[1], (unsigned long long)sum[2]);
}
