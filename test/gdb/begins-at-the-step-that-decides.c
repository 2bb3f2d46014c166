// A trace file names the step that decides, and --at=critical begins before it; so does --at=N. What
// cannot be is named.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -q %t | FileCheck --check-prefix=REPORT %s
// REPORT: Step 6 (>) decides
// REPORT: In GDB, from the step that decides: mcmini-gdb --at=critical [[TRACE:[^ ]*]] {{[^ ]*}}begins-at
// RUN: %mcmini-gdb --at=critical %name.assertion-0001.trace %t </dev/null | FileCheck %s
// RUN: %mcmini-gdb --at=6 %name.assertion-0001.trace %t </dev/null | FileCheck %s
// CHECK: transition: 5 of 13
// RUN: not %mcmini-gdb --at=critical %t 2>&1 | FileCheck --check-prefix=NO-TRACE %s
// NO-TRACE: --at=critical: only with a trace file
// RUN: not %mcmini-gdb --at=soon %name.assertion-0001.trace %t 2>&1 | FileCheck --check-prefix=WORD %s
// WORD: --at=soon: expected --at=critical, or --at=N for step N
// RUN: not %mcmini -q --minimise=off %t
// RUN: not %mcmini-gdb --at=critical %name.assertion-0001.trace %t 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: names no step that decides
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *add(void *argument) {
  int old = atomic_load(&total);
  atomic_store(&total, old + 1);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  assert(atomic_load(&total) == 2);
}
