// A thread dies with a robust mutex: whoever comes next gets EOWNERDEAD, after `consistent` all is
// well, without it the mutex is lost (ENOTRECOVERABLE). The other comes before or after it: 2 orders,
// and with `trylock` it may also meet the living owner: EBUSY.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --output=all %t | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t.gcc | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t lose | sort -u | FileCheck %s --check-prefix=LOSE
// RUN: %mcmini --output=all %t.gcc lose | sort -u | FileCheck %s --check-prefix=LOSE
// RUN: %mcmini --output=all %t try | sort -u | FileCheck %s --check-prefix=TRY
// RUN: %mcmini --output=all %t.gcc try | sort -u | FileCheck %s --check-prefix=TRY
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK: first EOWNERDEAD, then ok
// CHECK-NEXT: first ok, then ok
// LOSE: first EOWNERDEAD, then ENOTRECOVERABLE
// LOSE-NEXT: first ok, then ok
// TRY: {{^}}3 traces: 3 completed
// TRY: first EBUSY, then -
// TRY-NEXT: first EOWNERDEAD, then ok
// TRY-NEXT: first ok, then ok
#include "threads.h"
#include <errno.h>
#include <stdio.h>

static pthread_mutex_t lock;
static char how;
static int first, then = -1;

static const char *name(int code) {
  return code == 0                 ? "ok"
         : code == EBUSY           ? "EBUSY"
         : code == EOWNERDEAD      ? "EOWNERDEAD"
         : code == ENOTRECOVERABLE ? "ENOTRECOVERABLE"
                                   : "-";
}

static void *dies(void *argument) {
  pthread_mutex_lock(&lock);
  return argument;
}

static void *other(void *argument) {
  first = how == 't' ? pthread_mutex_trylock(&lock) : pthread_mutex_lock(&lock);
  if (first == EBUSY)
    return argument;
  if (first == EOWNERDEAD && how != 'l')
    pthread_mutex_consistent(&lock);
  pthread_mutex_unlock(&lock);
  then = first == EOWNERDEAD ? pthread_mutex_lock(&lock) : 0;
  if (then == 0 && first == EOWNERDEAD)
    pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  pthread_mutexattr_t attributes;
  how = argc > 1 ? argv[1][0] : 0;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &attributes);
  in_threads(dies, other);
  printf("first %s, then %s\n", name(first), name(then));
  return 0;
}
