// pthread_tryjoin_np and pthread_timedjoin_np: the thread has exited, or it has not.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --output=all %t try | sort | FileCheck %s --check-prefixes=TRY,ALL
// RUN: %mcmini --output=all %t.gcc try | sort | FileCheck %s --check-prefixes=TRY,ALL
// RUN: %mcmini --output=all %t timed | sort | FileCheck %s --check-prefixes=TIMED,ALL
// RUN: %mcmini --output=all %t.gcc timed | sort | FileCheck %s --check-prefixes=TIMED,ALL
// ALL: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// TRY: attempt: EBUSY
// TIMED: attempt: ETIMEDOUT
// ALL-NEXT: attempt: ok
#define _GNU_SOURCE
#include "threads.h"
#include <errno.h>
#include <stdio.h>
#include <time.h>

static void *worker(void *argument) {
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  struct timespec deadline;
  pthread_create(&thread, NULL, worker, NULL);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  const int result = argv[argc - 1][1] == 'r' ? pthread_tryjoin_np(thread, NULL)
                                              : pthread_timedjoin_np(thread, NULL, &deadline);
  if (result != 0)
    pthread_join(thread, NULL);
  printf("attempt: %s\n", result == 0           ? "ok"
                          : result == EBUSY     ? "EBUSY"
                          : result == ETIMEDOUT ? "ETIMEDOUT"
                                                : "?");
  return 0;
}
