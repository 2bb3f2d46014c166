// A step that cannot be taken ends a replay with what was expected and what was met: a thread that is
// not there, or another operation. The status is 3, never a wrong verdict.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini %t > report
// RUN: sed 's/ 0\.2 lock second / 0.7 lock second /' %name.deadlock-0001.trace > thread
// RUN: sh -c '%mcmini replay thread -- %t; echo status $?' | FileCheck %s --check-prefix=THREAD
// THREAD: mcmini: nondeterministic: step {{[0-9]+}} of thread 0.7 was lock; now it is nothing: it was not there, or could not run
// THREAD: The schedule was not run to its end.
// THREAD-NEXT: status 3
// RUN: sed 's/ 0\.1 lock first / 0.1 unlock first /' %name.deadlock-0001.trace > operation
// RUN: sh -c '%mcmini replay operation -- %t; echo status $?' | FileCheck %s --check-prefix=OPERATION
// OPERATION: mcmini: nondeterministic: step {{[0-9]+}} of thread 0.1 was unlock; now it is lock first at a-trace-of-another-program-is-told.c:
// OPERATION: The schedule was not run to its end.
// OPERATION-NEXT: status 3
#include "threads.h"

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *argument) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return argument;
}

static void *backwards(void *argument) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return argument;
}

int main(void) {
  in_threads(forwards, backwards);
  return 0;
}
