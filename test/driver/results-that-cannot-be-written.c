// A result that cannot be written is an error with status 2; the report for people is there all the same.
// RUN: %mcmini-cc %s -o %t
// RUN: sh -c '%mcmini -q --json=/dev/full %t 2>&1; echo status $?' | FileCheck %s --check-prefix=JSON
// JSON: mcmini: ok: nothing found
// JSON: 1 traces: 1 completed
// JSON: mcmini: --json=/dev/full: No space left on device; the result in it is not whole
// JSON: status 2
// RUN: sh -c '%mcmini -q --json=- %t 2>&1 >/dev/full; echo status $?' | FileCheck %s --check-prefix=STDOUT
// STDOUT: mcmini: --json=-: No space left on device
// STDOUT: status 2
// RUN: sh -c '%mcmini -q %t 2>&1 >/dev/full; echo status $?' | FileCheck %s --check-prefix=REPORT
// REPORT: mcmini: the report cannot be written: No space left on device
// REPORT: status 2
// RUN: sh -c '%mcmini -q %t 2>&1 >&-; echo status $?' | FileCheck %s --check-prefix=CLOSED
// CLOSED: mcmini: the report cannot be written: Bad file descriptor
// CLOSED: status 2
// RUN: sh -c '%mcmini --help 2>&1 >/dev/full; echo status $?' | FileCheck %s --check-prefix=HELP
// RUN: sh -c '%mcmini --version 2>&1 >/dev/full; echo status $?' | FileCheck %s --check-prefix=HELP
// HELP: mcmini: standard output: No space left on device
// HELP-NEXT: status 2
// RUN: sh -c '%mcmini --version 2>&1 >&-; echo status $?' | FileCheck %s --check-prefix=VERSION
// VERSION: mcmini: standard output: Bad file descriptor
// VERSION-NEXT: status 2
//
// Who closes a pipe has seen enough: nothing is said.
// RUN: bash -c 'exec 3> >(true); wait $!; %mcmini -q %t 2>said >&3; echo status $? >>said; grep -v "^mcmini: warning: address" said' | FileCheck %s --check-prefix=READ
// RUN: bash -c 'exec 3> >(true); wait $!; %mcmini -v %t 2>/dev/null >&3; echo status $? >said; cat said' | FileCheck %s --check-prefix=READ
// READ-NOT: {{.}}
// READ: status 2
//
// A pipe that nobody reads is waited for as long as --timeout says, until a signal, or until somebody
// reads it. The command says when it begins to wait.
// RUN: mkfifo unread
// RUN: sh -c '%mcmini -q --timeout=5 --json=unread %t 2>&1; echo status $?' | FileCheck %s --check-prefix=UNREAD
// UNREAD: mcmini: ok: nothing found
// UNREAD: mcmini: unread: waiting for somebody who reads it
// UNREAD: mcmini: --json=unread: nobody reads it; the result in it is not whole
// UNREAD: status 2
// RUN: sh -c '%mcmini -q --json=unread %t >late 2>&1 & until grep -q waiting late; do sleep 0.1; done; kill $!; wait $!; echo status $? >>late; cat late' | FileCheck %s --check-prefix=SIGNAL
// SIGNAL: mcmini: ok: nothing found
// SIGNAL: mcmini: ended before the result was written
// SIGNAL: status 2
// RUN: sh -c '%mcmini -q --json=unread %t 2>late & until grep -q waiting late; do sleep 0.1; done; grep verdict unread; wait' | FileCheck %s --check-prefix=LATE
// LATE-DAG: "verdict": "ok"
// LATE-DAG: mcmini: ok: nothing found
#include <pthread.h>

static void *work(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
