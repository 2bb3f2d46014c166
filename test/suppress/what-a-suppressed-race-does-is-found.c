// The race is suppressed, what it does is a finding: the failed assertion names no race.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && echo 'object:value' > known
// RUN: not %mcmini -k --suppressions=known %t | FileCheck %s
// CHECK: mcmini: assertion failed
// CHECK: suppressed    1 data race by --suppressions
// RUN: not %mcmini -k %t | FileCheck %s --check-prefix=BOTH
// BOTH: mcmini: 2 findings
// BOTH: What it can do: assertion failed{{.*}}(finding 2)
// With --ignore it is not found, which the report says.
// RUN: %mcmini -k --ignore=object:value %t | FileCheck %s --check-prefix=IGNORED
// IGNORED: mcmini: ok: nothing found
// IGNORED: not looked at {{.*}} by --ignore: races there are not seen
#include "threads.h"
#include <assert.h>

static int value;

static void *work(void *argument) {
  if (argument)
    value = 1;
  else
    assert(value == 0);
  return argument;
}

int main(void) {
  many_threads(2, work);
  return 0;
}
