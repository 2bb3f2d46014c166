// Beside a thread that locks and unlocks: an attempt before, one after, and one that finds the mutex
// held. trylock is then busy, timedlock times out; nowhere else. 3 traces.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --output=all %t try | sort | FileCheck %s --check-prefixes=TRY,ALL
// RUN: %mcmini --output=all %t.gcc try | sort | FileCheck %s --check-prefixes=TRY,ALL
// RUN: %mcmini --output=all %t timed | sort | FileCheck %s --check-prefixes=TIMED,ALL
// RUN: %mcmini --output=all %t.gcc timed | sort | FileCheck %s --check-prefixes=TIMED,ALL
// RUN: %mcmini --output=all %t clock | sort | FileCheck %s --check-prefixes=TIMED,ALL
// RUN: %mcmini --output=all %t.gcc clock | sort | FileCheck %s --check-prefixes=TIMED,ALL
// ALL: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed
// TRY: attempt: EBUSY
// TIMED: attempt: ETIMEDOUT
// ALL-NEXT: attempt: ok
// ALL-NEXT: attempt: ok
// ALL-NOT: attempt
#define _GNU_SOURCE
#include "threads.h"
#include <errno.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *how;
static int result;

static int attempt(void) {
  struct timespec deadline;
  const clockid_t clock = how[0] == 'c' ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  if (how[1] == 'r')
    return pthread_mutex_trylock(&lock);
  clock_gettime(clock, &deadline);
  deadline.tv_sec += 1;
  return how[0] == 'c' ? pthread_mutex_clocklock(&lock, clock, &deadline)
                       : pthread_mutex_timedlock(&lock, &deadline);
}

static void *holder(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *other(void *argument) {
  result = attempt();
  if (result == 0)
    pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  how = argv[argc - 1];
  in_threads(holder, other);
  printf("attempt: %s\n", result == 0           ? "ok"
                          : result == EBUSY     ? "EBUSY"
                          : result == ETIMEDOUT ? "ETIMEDOUT"
                                                : "?");
  return 0;
}
