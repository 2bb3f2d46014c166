// A replay that --timeout cuts has not shown that the schedule ends without a finding: status 3.
// RUN: %mcmini-cc -g %s -o %t && %mcmini -q --max-traces=1 --save-trace=1 %t
// RUN: touch long
// RUN: sh -c '%mcmini replay --timeout=1 --json=cut.json %name.trace-0001.trace %t; echo status $?; grep \"id\" cut.json' | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but the time of --timeout has passed
// CHECK: 0 traces: 0 completed
// CHECK-NEXT: The schedule was not run to its end.
// CHECK: status 3
// CHECK: "id": "timeout"
// RUN: rm long
// RUN: %mcmini replay --timeout=60 %name.trace-0001.trace %t | FileCheck %s --check-prefix=WHOLE
// WHOLE: mcmini: ok: the schedule ended without a finding
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static volatile long turns;
static long most;

static void *body(void *unused) {
  while (turns < most)
    turns++;
  return unused;
}

int main(void) {
  pthread_t thread;
  most = access("long", F_OK) ? 1 : 1000000000000;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
  return 0;
}
