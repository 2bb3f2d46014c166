// The trace of a deadlock, run with the program that was mended: that it did not come again is said. A trace without
// a finding has none that could.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t-broken && %mcmini-cc -g -I %S/../Inputs -DMENDED %s -o %t-mended
// RUN: not %mcmini -q %t-broken > report
// RUN: sh -c '%mcmini replay %name-broken.deadlock-0001.trace -- %t-mended 2> warning; echo status $?' | FileCheck %s
// CHECK: mcmini: ok: the schedule ended without a finding; the recorded one (deadlock) did not come again
// CHECK: 1 traces: 1 completed
// CHECK-NEXT: One schedule was run.
// CHECK-NEXT: status 0
// RUN: FileCheck %s --check-prefix=WARNING < warning
// WARNING: a-finding-that-does-not-come-again.c.tmp-broken.deadlock-0001.trace: the program has changed since this trace was written
// RUN: %mcmini -q --save-trace=1 %t-mended
// RUN: %mcmini replay %name-mended.trace-0001.trace -- %t-mended | FileCheck %s --check-prefix=NONE
// NONE: {{^}}mcmini: ok: the schedule ended without a finding{{$}}
#include "threads.h"

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *unused) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return unused;
}

static void *backwards(void *unused) {
  pthread_mutex_lock(&second);
#ifdef MENDED
  pthread_mutex_unlock(&second);
#endif
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
#ifndef MENDED
  pthread_mutex_unlock(&second);
#endif
  return unused;
}

int main(void) {
  in_threads(forwards, backwards);
  return 0;
}
