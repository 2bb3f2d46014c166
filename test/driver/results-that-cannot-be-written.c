// A result that cannot be written is an error with status 2; the report for people is there all the same.
// RUN: %mcmini-cc %s -o %t
// RUN: sh -c '%mcmini -q --json=/dev/full %t 2>&1; echo status $?' | FileCheck %s --check-prefix=JSON
// JSON: mcmini: --json=/dev/full: No space left on device; the result in it is not whole
// JSON: mcmini: ok: nothing found
// JSON: 1 traces: 1 completed
// JSON: status 2
// RUN: sh -c '%mcmini -q --json=- %t 2>&1 >/dev/full; echo status $?' | FileCheck %s --check-prefix=STDOUT
// STDOUT: mcmini: --json=-: No space left on device
// STDOUT: status 2
// RUN: sh -c '%mcmini -q %t 2>&1 >/dev/full; echo status $?' | FileCheck %s --check-prefix=REPORT
// REPORT: mcmini: the report cannot be written: No space left on device
// REPORT: status 2
#include <pthread.h>

static void *work(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
