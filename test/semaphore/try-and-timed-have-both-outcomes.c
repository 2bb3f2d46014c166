// An attempt beside one post: before it EAGAIN or ETIMEDOUT, after it success. 2 traces.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --output=all %t try | sort | FileCheck %s --check-prefixes=TRY,ALL
// RUN: %mcmini --output=all %t.gcc try | sort | FileCheck %s --check-prefixes=TRY,ALL
// RUN: %mcmini --output=all %t timed | sort | FileCheck %s --check-prefixes=TIMED,ALL
// RUN: %mcmini --output=all %t.gcc timed | sort | FileCheck %s --check-prefixes=TIMED,ALL
// ALL: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// TRY: attempt: EAGAIN
// TIMED: attempt: ETIMEDOUT
// ALL-NEXT: attempt: ok
#include "threads.h"
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static sem_t ready;
static char how;
static int result;

static void *poster(void *argument) {
  sem_post(&ready);
  return argument;
}

static void *other(void *argument) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  if ((how == 't' ? sem_timedwait(&ready, &deadline) : sem_trywait(&ready)) == -1)
    result = errno;
  return argument;
}

int main(int argc, char **argv) {
  how = argv[argc - 1][1] == 'i' ? 't' : 'y';
  sem_init(&ready, 0, 0);
  in_threads(poster, other);
  printf("attempt: %s\n", result == 0           ? "ok"
                          : result == EAGAIN    ? "EAGAIN"
                          : result == ETIMEDOUT ? "ETIMEDOUT"
                                                : "?");
  return 0;
}
