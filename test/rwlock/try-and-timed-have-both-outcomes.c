// An attempt beside a thread that holds the lock once: before, after, or while it is held. An attempt
// to read beside a reader always succeeds: 1 trace.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --output=all %t tryread write | sort | FileCheck %s --check-prefixes=BUSY,THREE
// RUN: %mcmini --output=all %t.gcc tryread write | sort | FileCheck %s --check-prefixes=BUSY,THREE
// RUN: %mcmini --output=all %t trywrite write | sort | FileCheck %s --check-prefixes=BUSY,THREE
// RUN: %mcmini --output=all %t.gcc trywrite write | sort | FileCheck %s --check-prefixes=BUSY,THREE
// RUN: %mcmini --output=all %t trywrite read | sort | FileCheck %s --check-prefixes=BUSY,THREE
// RUN: %mcmini --output=all %t.gcc trywrite read | sort | FileCheck %s --check-prefixes=BUSY,THREE
// RUN: %mcmini --output=all %t timedread write | sort | FileCheck %s --check-prefixes=TIMEOUT,THREE
// RUN: %mcmini --output=all %t.gcc timedread write | sort | FileCheck %s --check-prefixes=TIMEOUT,THREE
// RUN: %mcmini --output=all %t timedwrite read | sort | FileCheck %s --check-prefixes=TIMEOUT,THREE
// RUN: %mcmini --output=all %t.gcc timedwrite read | sort | FileCheck %s --check-prefixes=TIMEOUT,THREE
// RUN: %mcmini --output=all %t tryread read | sort | FileCheck %s --check-prefix=ALWAYS
// RUN: %mcmini --output=all %t.gcc tryread read | sort | FileCheck %s --check-prefix=ALWAYS
// RUN: %mcmini --output=all %t timedread read | sort | FileCheck %s --check-prefix=ALWAYS
// RUN: %mcmini --output=all %t.gcc timedread read | sort | FileCheck %s --check-prefix=ALWAYS
// THREE: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed
// BUSY: attempt: EBUSY
// TIMEOUT: attempt: ETIMEDOUT
// THREE-NEXT: attempt: ok
// THREE-NEXT: attempt: ok
// ALWAYS: {{^}}1 traces: 1 completed
// ALWAYS: attempt: ok
#include "threads.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const char *how, *held;
static int result;

static int attempt(void) {
  struct timespec deadline;
  if (!strcmp(how, "tryread"))
    return pthread_rwlock_tryrdlock(&lock);
  if (!strcmp(how, "trywrite"))
    return pthread_rwlock_trywrlock(&lock);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  return !strcmp(how, "timedread") ? pthread_rwlock_timedrdlock(&lock, &deadline)
                                   : pthread_rwlock_timedwrlock(&lock, &deadline);
}

static void *holder(void *argument) {
  if (!strcmp(held, "read"))
    pthread_rwlock_rdlock(&lock);
  else
    pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return argument;
}

static void *other(void *argument) {
  result = attempt();
  if (result == 0)
    pthread_rwlock_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  how = argv[argc - 2];
  held = argv[argc - 1];
  in_threads(holder, other);
  printf("attempt: %s\n", result == 0           ? "ok"
                          : result == EBUSY     ? "EBUSY"
                          : result == ETIMEDOUT ? "ETIMEDOUT"
                                                : "?");
  return 0;
}
