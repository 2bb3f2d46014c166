// A timed wait takes its mutex again as a lock would. Robust: EOWNERDEAD if the last owner has ended
// meanwhile, and ENOTRECOVERABLE if somebody has given it back so, instead of ETIMEDOUT. Recursive, held
// twice: the wait gives it back once, so that nobody else has it meanwhile.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k --output=all %t robust | grep "^wait" | sort -u | FileCheck %s --check-prefix=ROBUST
// RUN: %mcmini -k --output=all %t.gcc robust | grep "^wait" | sort -u | FileCheck %s --check-prefix=ROBUST
// ROBUST: wait: EOWNERDEAD
// ROBUST-NEXT: wait: ETIMEDOUT
// ROBUST-NOT: wait
// RUN: %mcmini -k --output=all %t lost | grep "^wait" | sort -u | FileCheck %s --check-prefix=LOST
// LOST: wait: ENOTRECOVERABLE
// LOST-NEXT: wait: EOWNERDEAD
// LOST-NEXT: wait: ETIMEDOUT
// LOST-NOT: wait
// RUN: %mcmini -k %t recursive | FileCheck %s --check-prefix=RECURSIVE
// RUN: %mcmini -k %t.gcc recursive | FileCheck %s --check-prefix=RECURSIVE
// RECURSIVE: ok: nothing found
// RECURSIVE: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const char *how;
static int entered;

static int is(const char *name) {
  return !strcmp(how, name);
}

static void *waiter(void *argument) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  if (pthread_mutex_lock(&lock) != 0)
    return argument; // the other one has ended before
  if (is("recursive"))
    pthread_mutex_lock(&lock);
  const int before = entered;
  const int result = pthread_cond_timedwait(&changed, &lock, &deadline);
  if (is("recursive"))
    assert(result == ETIMEDOUT && entered == before);
  printf("wait: %s\n", result == ETIMEDOUT         ? "ETIMEDOUT"
                       : result == EOWNERDEAD      ? "EOWNERDEAD"
                       : result == ENOTRECOVERABLE ? "ENOTRECOVERABLE"
                                                   : "?");
  if (result == EOWNERDEAD)
    pthread_mutex_consistent(&lock);
  if (is("recursive"))
    pthread_mutex_unlock(&lock);
  if (result != ENOTRECOVERABLE)
    assert(pthread_mutex_unlock(&lock) == 0);
  return argument;
}

static void *owner(void *argument) {
  pthread_mutex_lock(&lock);
  entered = 1;
  if (is("recursive"))
    pthread_mutex_unlock(&lock);
  return argument;
}

/// Gives it back as it is.
static void *loser(void *argument) {
  const int result = pthread_mutex_lock(&lock);
  if (is("lost") && (result == 0 || result == EOWNERDEAD))
    pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  pthread_mutexattr_t attributes;
  how = argv[argc - 1];
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, is("recursive") ? PTHREAD_MUTEX_RECURSIVE
                                                         : PTHREAD_MUTEX_NORMAL);
  pthread_mutexattr_setrobust(&attributes, is("recursive") ? PTHREAD_MUTEX_STALLED
                                                           : PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &attributes);
  if (is("lost"))
    in_threads(waiter, owner, loser);
  else
    in_threads(waiter, owner);
  return 0;
}
