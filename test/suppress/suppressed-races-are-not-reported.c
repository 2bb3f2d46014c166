// A race that a rule of --suppressions matches is not reported, is counted with its rule, and is
// explored all the same: the number of traces is that without suppressions. A rule matches one of the
// two accesses: its function or a caller, file, expression, module; or the memory.
// RUN: %mcmini-cc -g -DSTATS -fPIC -shared %s -o libstats.so
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t -L. -lstats -Wl,-rpath,%t.dir
// RUN: not %mcmini -k %t | FileCheck %s --check-prefix=ALL
// ALL: mcmini: 3 findings
// ALL: {{^}}8 traces: 8 completed
// RUN: printf '%%s\n' '# known' '' 'fun:first' ' object:b # a comment has a line of its own' > wrong.supp
// RUN: not %mcmini --suppressions=wrong.supp %t 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: data race
// RUN: printf '%%s\n' '# known' 'fun:first' '[address]' 'fun:*' '[mcmini]' 'object:b' > two.supp
// RUN: not %mcmini -k --suppressions=two.supp --json=two.json %t | FileCheck %s --check-prefix=TWO
// TWO: mcmini: data race: c: write at
// TWO: suppressed    2 data races by --suppressions
// TWO-NEXT: 1 by two.supp:2: fun:first
// TWO-NEXT: 1 by two.supp:6: object:b
// TWO: {{^}}8 traces: 8 completed
// RUN: ls %name.data-race-0001.trace && not ls %name.data-race-0004.trace
// RUN: FileCheck %s --check-prefix=JSON --input-file=two.json
// JSON: "rules": [
// JSON: "list": "suppressions",
// JSON-NEXT: "rule": "fun:first",
// JSON-NEXT: "origin": "two.supp:2",
// JSON-NEXT: "matched": 1
// RUN: echo 'fun:caller' > caller.supp
// RUN: not %mcmini -k --suppressions=caller.supp %t | FileCheck %s --check-prefix=CALLER
// CALLER: mcmini: 2 findings
// CALLER: 1 by caller.supp:1: fun:caller
// RUN: echo 'lib:libstats.so' > lib.supp
// RUN: not %mcmini -k --suppressions=lib.supp %t | FileCheck %s --check-prefix=LIB
// LIB: mcmini: 2 findings
// LIB: 1 by lib.supp:1: lib:libstats.so
// All of them: nothing found, status 0. Without -k a suppressed race does not end the search, in
// --races=report neither.
// RUN: printf '%%s\n' 'src:*/suppressed-races*.c' 'fun:absent' 'lib:libabsent.so' > all.supp
// RUN: %mcmini --suppressions=all.supp %t | FileCheck %s --check-prefixes=OK,EIGHT
// RUN: %mcmini --races=report --suppressions=all.supp --json=all.json %t | FileCheck %s --check-prefixes=OK,SINGLE
// OK: mcmini: ok: nothing found
// OK: suppressed    3 data races by --suppressions
// OK-NEXT: 3 by all.supp:1: src:*/suppressed-races*.c
// EIGHT: {{^}}8 traces: 8 completed
// SINGLE: {{^}}1 traces: 1 completed
// OK: Rules that match nothing:
// OK-NEXT: all.supp:2: fun:absent
// OK-NEXT: all.supp:3: lib:libabsent.so
// RUN: FileCheck %s --check-prefix=UNUSED --input-file=all.json
// UNUSED: "rule": "lib:libabsent.so",
// UNUSED-NEXT: "origin": "all.supp:3",
// UNUSED-NEXT: "matched": 0
#ifdef STATS
static int c;
void third(void) { c = 1; }
#else
#include "threads.h"

static int a, b;
void third(void);

static void first(void) { a = 1; }
static void second(int *p) { *p = 1; }
static void caller(int *p) { second(p); }

static void *work(void *argument) {
  first();
  caller(&b);
  third();
  return argument;
}

int main(void) {
  many_threads(2, work);
  return 0;
}
#endif
