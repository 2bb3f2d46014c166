// A program that forks without end gets EAGAIN after 256 processes in a trace; all are gone afterwards.
// RUN: %mcmini-cc -g -O1 %s -o %t.instrumented && %gcc -g -O1 -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented bomb | FileCheck %s
// RUN: %S/Inputs/everywhere %mcmini %t.plain bomb | FileCheck %s
// CHECK: trunk: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// CHECK-NEXT: main: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// CHECK-NEXT: thread: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// RUN: not %mcmini -q %t.instrumented bomb main | FileCheck %s --check-prefix=WARNING
// WARNING: warning: more than 256 processes are forked in a trace: fork fails with EAGAIN
#include "Inputs/places.h"
#include <errno.h>
#include <unistd.h>

static void fault(const char *what) {
  (void)what;
  while (fork() >= 0) // in the new processes too
    ;
  if (errno != EAGAIN)
    _exit(1);
}
