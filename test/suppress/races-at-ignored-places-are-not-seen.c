// Three variables are each written by two threads, in functions of their own: three races of a place
// with itself. --ignore and --focus leave places out; then there is no race there, and nothing of it is
// explored. What is ignored is reported, and rules that match nothing are named.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s --check-prefix=ALL
// ALL: mcmini: 3 findings
// ALL: {{^}}8 traces: 8 completed
// RUN: not %mcmini -k --ignore=fun:first --ignore=object:b %t | FileCheck %s --check-prefix=THIRD
// RUN: not %mcmini -k --focus=fun:thi* %t | FileCheck %s --check-prefix=THIRD
// THIRD: mcmini: data race: c: write at {{.*}} and write at
// THIRD: not looked at {{ *}}{{[0-9]+}} places by --{{ignore|focus}}: races there are not seen
// THIRD: {{^}}2 traces: 2 completed
// THIRD-NOT: Rules
// RUN: %mcmini --ignore=src:races-at* %t | FileCheck %s --check-prefix=NONE
// RUN: %mcmini --focus=fun:nothing --ignore=fun:other,lib:libother.so %t | FileCheck %s --check-prefixes=NONE,UNUSED
// NONE: mcmini: ok: nothing found
// NONE: {{^}}1 traces: 1 completed
// UNUSED: Every schedule
// UNUSED-NEXT: Rules that match nothing:
// UNUSED-NEXT: --ignore: fun:other
// UNUSED-NEXT: --ignore: lib:libother.so
// UNUSED-NEXT: --focus: fun:nothing
// UNUSED-NOT: {{.}}
// A trace file has the rules with which it was found; those of the command line are another program's.
// RUN: not %mcmini -k --focus=fun:second,fun:third=plain %t | FileCheck %s --check-prefix=TWO
// TWO: mcmini: 2 findings
// RUN: FileCheck %s --check-prefix=FILE --input-file=%name.data-race-0002.trace
// FILE: option focus fun:second,fun:third=plain
// RUN: not %mcmini replay %name.data-race-0002.trace -- %t | FileCheck %s --check-prefix=AGAIN
// AGAIN: mcmini: 2 findings
// AGAIN: Finding 1: data race: b:
// RUN: not %mcmini replay --ignore=fun:first %name.data-race-0002.trace -- %t 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: --ignore: not with replay
#include "threads.h"

static int a, b, c;

static void first(void) { a = 1; }
static void second(void) { b = 1; }
static void third(void) { c = 1; }

static void *work(void *argument) {
  first();
  second();
  third();
  return argument;
}

int main(void) {
  many_threads(2, work);
  return 0;
}
