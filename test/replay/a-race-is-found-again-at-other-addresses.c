// Where the system does not let addresses be fixed, a replay, and what explains a finding, have the racy memory elsewhere:
// a global variable, one on main's stack, one of main's thread-local ones. That was taken for nondeterministic, and no
// step decided. Could be hidden: the schedule in which the thread writes between two steps of main, and main aborts.
// RUN: %mcmini-cc -g %s -o %t && %gcc %root/test/Inputs/restricted.c -o %t.restricted
// RUN: sh -c 'for where in global stack local; do env MCMINI_OPTIONS= %t.restricted %mcmini -q -k %t $where; %t.restricted %mcmini -q replay %name.assertion-0001.trace -- %t $where; grep -c "^option anchors" %name.assertion-0001.trace; rm *.trace; done' >text 2>/dev/null; FileCheck %s <text
// CHECK-COUNT-3: {{^}}1{{$}}
// RUN: grep -c -e '^mcmini: 2 findings' -e '^Finding [12]: assertion failed: abort' text | FileCheck %s --check-prefix=AGAIN
// AGAIN: {{^12$}}
// Elsewhere the file has no such line.
// RUN: %if fixed-addresses %{ not %mcmini -q -k %t stack && not grep anchors %name.assertion-0001.trace %}
#include <pthread.h>
#include <stdlib.h>

static int global, *racy;

static void *writes(void *unused) {
  *racy = 1;
  return unused;
}

int main(int count, char **argument) {
  static _Thread_local int local;
  int variable = 0;
  pthread_t thread;
  (void)count;
  racy = *argument[1] == 'g' ? &global : *argument[1] == 's' ? &variable : &local;
  pthread_create(&thread, NULL, writes, NULL);
  if (*racy)
    abort();
  pthread_join(thread, NULL);
  return 0;
}
