// A loop that looks at two variables a hundred times at most, as liburcu's and adaptive locks do
// before they sleep. It has an end, so each number of looks is a schedule: it ends in round 0 to 99 by one variable or
// the other, or gives up, 201 states, and none other. Fair schedules would have 113 of them, and never the last. The
// loads count as yields from the tenth on; if each of them, not each round, counted towards the hundred after which a
// thread polls without end, the search would restart with fair schedules. What the test could hide: a loop
// that gives up after more than some 110 rounds is still explored by fair schedules only.
// RUN: %gcc -g -O1 %s -o %t.preloaded -pthread && %mcmini -k --output=all %t.preloaded > %t.preloaded.out
// RUN: FileCheck %s < %t.preloaded.out
// RUN: grep looks %t.preloaded.out | sort -u > %t.states
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini -k --output=all %t > %t.out && FileCheck %s < %t.out
// RUN: grep looks %t.out | sort -u | cmp - %t.states
// RUN: %mcmini -k --max-depth-per-thread=1000 --output=all %t.preloaded > %t.cut && grep looks %t.cut | sort -u | cmp - %t.states
// RUN: wc -l < %t.states | FileCheck --check-prefix=STATES %s
// STATES: {{^}}201
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}201 traces: 201 completed
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int first, second;
static void *finish(void *a) {
  first = 1;
  second = 1;
  return a;
}
int main(void) {
  pthread_t t;
  int looks = 0, seen = 0;
  pthread_create(&t, 0, finish, 0);
  for (; looks < 100 && !seen; looks += !seen)
    seen = first ? 1 : second ? 2 : 0;
  pthread_join(t, 0);
  printf("looks %d, seen %d\n", looks, seen);
  return 0;
}
