// Time, random numbers, process and thread ids and addresses are the same in every trace and in every
// run, whatever the schedule: 6 orders print 1 line.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k --output=all %t > first && grep -c ^all first | FileCheck %s --check-prefix=TRACES
// TRACES: {{^}}6{{$}}
// RUN: %mcmini -k --output=all %t > second
// RUN: grep ^all first | sort -u > a && grep ^all second | sort -u > b && diff a b
// RUN: grep -c ^all a | FileCheck %s --check-prefix=ONE
// ONE: {{^}}1{{$}}
// RUN: %mcmini -k --output=all %t.gcc > first && %mcmini -k --output=all %t.gcc > second
// RUN: grep ^all first | sort -u > a && grep ^all second | sort -u > b && diff a b
// RUN: grep -c ^all a | FileCheck %s --check-prefix=ONE
#define _GNU_SOURCE
#include "threads.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  long time, nanoseconds, microseconds, clock;
  unsigned random;
  void *heap, *stack;
  long id;
} seen[3];

static void *worker(void *argument) {
  struct timespec monotonic;
  struct timeval day;
  const long i = (long)argument;
  unsigned more[2];
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  clock_gettime(CLOCK_MONOTONIC, &monotonic);
  gettimeofday(&day, NULL);
  seen[i].time = time(NULL);
  seen[i].nanoseconds = monotonic.tv_nsec;
  seen[i].microseconds = day.tv_usec;
  seen[i].clock = clock();
  seen[i].stack = &monotonic;
  seen[i].id = (long)gettid() - getpid();
  usleep(1000);
  if (getrandom(&seen[i].random, sizeof seen[i].random, 0) != sizeof seen[i].random)
    abort();
  arc4random_buf(&more[0], sizeof more[0]);
  if (syscall(SYS_getrandom, &more[1], sizeof more[1], 0) != sizeof more[1])
    abort();
  seen[i].random += more[0] + more[1] + arc4random_uniform(1000);
  return NULL;
}

int main(void) {
  uint64_t sum = 0;
  many_threads(3, worker);
  for (int i = 0; i < 3; i++)
    sum = sum * 31 + (uint64_t)seen[i].time * 7 + (uint64_t)seen[i].nanoseconds * 3 +
          (uint64_t)seen[i].microseconds + (uint64_t)seen[i].clock + seen[i].random +
          (uintptr_t)seen[i].stack + (uint64_t)seen[i].id;
  sum += (uintptr_t)malloc(100) + (unsigned)rand() + (uint64_t)getpid() + (uint64_t)getppid();
  printf("all %llu\n", (unsigned long long)sum);
  return 0;
}
