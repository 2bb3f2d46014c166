// Every way to leave with a status that is not 0 is the finding exit, also those past the C library.
// RUN: %mcmini-cc -g -O1 -w %s -o %t.instrumented && %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented exit | FileCheck %s --check-prefix=EXIT
// RUN: %S/Inputs/everywhere %mcmini %t.plain exit | FileCheck %s --check-prefix=EXIT
// EXIT: trunk: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
// EXIT-NEXT: main: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
// EXIT-NEXT: thread: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented _exit | FileCheck %s --check-prefix=_EXIT
// RUN: %S/Inputs/everywhere %mcmini %t.plain _exit | FileCheck %s --check-prefix=_EXIT
// _EXIT: trunk: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
// _EXIT-NEXT: main: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
// _EXIT-NEXT: thread: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented quick | FileCheck %s --check-prefix=QUICK
// RUN: %S/Inputs/everywhere %mcmini %t.plain quick | FileCheck %s --check-prefix=QUICK
// QUICK: trunk: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
// QUICK-NEXT: main: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
// QUICK-NEXT: thread: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented raw | FileCheck %s --check-prefix=RAW
// RUN: %S/Inputs/everywhere %mcmini %t.plain raw | FileCheck %s --check-prefix=RAW
// RAW: trunk: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
// RAW-NEXT: main: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
// RAW-NEXT: thread: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented exec | FileCheck %s --check-prefix=EXEC
// RUN: %S/Inputs/everywhere %mcmini %t.plain exec | FileCheck %s --check-prefix=EXEC
// EXEC: trunk: 1 mcmini: exit with a nonzero status: exit status 3 before a second thread was created; McMini did not see how: {{.*}}; replayed; nothing left
// EXEC-NEXT: main: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
// EXEC-NEXT: thread: 1 mcmini: exit with a nonzero status: the program exits with status 3; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented zero | FileCheck %s --check-prefix=ZERO
// RUN: %S/Inputs/everywhere %mcmini %t.plain zero | FileCheck %s --check-prefix=ZERO
// ZERO: trunk: 0 mcmini: ok: nothing found; nothing left
// ZERO-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// ZERO-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
#define _GNU_SOURCE
#include "Inputs/places.h"
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void fault(const char *name) {
  if (is(name, "exit"))
    exit(3);
  if (is(name, "_exit"))
    _exit(3);
  if (is(name, "quick"))
    quick_exit(3);
  if (is(name, "raw"))
    syscall(SYS_exit_group, 3);
  if (is(name, "exec"))
    execl("/bin/sh", "sh", "-c", "exit 3", (char *)0);
  if (is(name, "zero"))
    exit(0);
}
