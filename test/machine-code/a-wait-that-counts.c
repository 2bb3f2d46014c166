// gcc's -O0 keeps the number of looks in the frame, so no round leaves the thread as it was. Only when a trace makes too many
// accesses is the loop taken for one that waits: what it loads becomes operations, and it polls. The trace was a finding: one
// that does not end. Fair schedules only: 14 traces. A loop that counts to 20,000 makes
// fewer accesses than that, and is left alone: one trace. What the test could hide: a loop that counts elsewhere than in its frame still
// does not end.
// RUN: %gcc -O0 -g %s -o %t -pthread && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini -k %t ends | FileCheck --check-prefix=ENDS %s
// CHECK: mcmini: incomplete: nothing found, but only fair schedules were explored
// CHECK: {{^}}14 traces: 14 completed
// ENDS: mcmini: ok: nothing found
// ENDS: {{^}}1 traces: 1 completed
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int other;
static void *set(void *nothing) {
  flag = 1;
  return nothing;
}
int main(int argc, char **argv) {
  pthread_t t;
  int n = 0;
  pthread_create(&t, 0, set, 0);
  (void)argv;
  if (argc > 1)
    while (!other && n < 20000)
      n++;
  else
    while (!flag)
      n++;
  pthread_join(t, 0);
  return n < 0;
}
