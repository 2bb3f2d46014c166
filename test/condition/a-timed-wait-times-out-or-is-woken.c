// A timed wait beside a signal: woken; timed out before the signal, which is then for nobody, with the
// lock taken again before it or after it; or begun after it, then it can only time out. The same with a
// clock of its own.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k --output=all %t timedwait | sort -u | FileCheck %s
// RUN: %mcmini -k --output=all %t.gcc timedwait | sort -u | FileCheck %s
// RUN: %mcmini -k --output=all %t clockwait | sort -u | FileCheck %s
// RUN: %mcmini -k --output=all %t.gcc clockwait | sort -u | FileCheck %s
// RUN: %mcmini -k --output=all %t monotonic | sort -u | FileCheck %s
// RUN: %mcmini -k --output=all %t.gcc monotonic | sort -u | FileCheck %s
// CHECK: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
// CHECK: ETIMEDOUT
// CHECK: {{^}}ok
#define _GNU_SOURCE
#include "threads.h"
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static char how;
static int result;

static void *waiter(void *argument) {
  struct timespec deadline, now;
  const clockid_t clock = how == 't' ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  pthread_mutex_lock(&lock);
  clock_gettime(clock, &deadline);
  deadline.tv_sec++;
  result = how == 'c' ? pthread_cond_clockwait(&changed, &lock, clock, &deadline)
                      : pthread_cond_timedwait(&changed, &lock, &deadline);
  clock_gettime(clock, &now);
  assert(result != ETIMEDOUT || now.tv_sec > deadline.tv_sec ||
         (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *signaller(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  pthread_condattr_t attributes;
  how = argv[argc - 1][0];
  pthread_condattr_init(&attributes);
  if (how == 'm')
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &attributes);
  in_threads(waiter, signaller);
  puts(result == 0 ? "ok" : result == ETIMEDOUT ? "ETIMEDOUT" : "?");
  return 0;
}
