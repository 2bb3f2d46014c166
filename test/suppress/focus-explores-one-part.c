// Two threads each push, which reads and changes `queue`, and then count, which does the same with
// `stats`: two orders of each, 4 traces of 2 * 2 accesses. With one of the two left out, by function,
// object, file or library, by --ignore or --focus: 2 orders.
// RUN: %mcmini-cc -g -DSTATS -fPIC -shared %s -o libstats.so
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t -L. -lstats -Wl,-rpath,%t.dir
// RUN: %mcmini-cc -g -DSTATS -c %s -o stats.o && cp %s part.c
// RUN: %mcmini-cc -g -I %S/../Inputs -I. part.c stats.o -o %t.static
// RUN: %mcmini %t | FileCheck %s --check-prefix=ALL
// RUN: %mcmini %t.static | FileCheck %s --check-prefix=ALL
// ALL-NOT: with atomic accesses
// ALL: {{^}}4 traces: 4 completed
// RUN: %mcmini --focus=fun:push %t | FileCheck %s --check-prefix=HALF
// RUN: %mcmini '--focus=fun:p*sh' %t | FileCheck %s --check-prefix=HALF
// RUN: %mcmini --focus=object:queue.length %t | FileCheck %s --check-prefix=HALF
// RUN: %mcmini --focus=src:part.c %t.static | FileCheck %s --check-prefix=HALF
// RUN: %mcmini '--focus=lib:*.tmp' %t | FileCheck %s --check-prefix=HALF
// RUN: %mcmini --ignore=fun:count %t | FileCheck %s --check-prefix=HALF
// RUN: %mcmini '--ignore=global:stat*' %t | FileCheck %s --check-prefix=HALF
// RUN: %mcmini '--ignore=src:*/suppress/focus-explores-one-part.c' %t.static | FileCheck %s --check-prefix=HALF
// RUN: %mcmini --ignore=src:focus-explores-one-part.c=atomic %t.static | FileCheck %s --check-prefix=HALF
// RUN: %mcmini --ignore=lib:libstats.so %t | FileCheck %s --check-prefix=HALF
// RUN: %mcmini --focus=fun:push,fun:count --ignore=fun:count %t | FileCheck %s --check-prefix=HALF
// HALF: not looked at
// HALF: 1 place with atomic accesses by --{{.*}}: they are not ordered
// HALF: {{^}}2 traces: 2 completed
// HALF: Every schedule of the program was explored; atomics that were not looked at are not ordered, and may hide a data race.
// HALF-NOT: Rules that match nothing
// Rules of one sort of accesses leave the other alone.
// RUN: %mcmini --focus=fun:push=plain %t | FileCheck %s --check-prefix=ALL
// RUN: %mcmini --ignore=fun:count=plain --focus=fun:push --focus=fun:count %t | FileCheck %s --check-prefix=ALL
// Neither is looked at: one trace.
// RUN: %mcmini --ignore=fun:push,fun:count %t | FileCheck %s --check-prefix=NONE
// NONE: 2 places with atomic accesses by --ignore: they are not ordered
// NONE: {{^}}1 traces: 1 completed
#ifdef STATS
#include <stdatomic.h>
static _Atomic int stats;
int count(void) { return atomic_fetch_add(&stats, 1); }
#else
#include "threads.h"
#include <stdatomic.h>

static struct {
  _Atomic int length;
} queue;
int count(void);
static int seen[2][2];

static int push(void) { return atomic_fetch_add(&queue.length, 1); }

static void *work(void *argument) {
  const long self = (long)argument;
  seen[self][0] = push();
  seen[self][1] = count();
  return argument;
}

int main(void) {
  many_threads(2, work);
  return 0;
}
#endif
