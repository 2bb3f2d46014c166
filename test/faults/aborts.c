// abort and assert are failed assertions, also where the program has closed stdio or ignores SIGABRT.
// RUN: %mcmini-cc -g -O1 -w %s -o %t.instrumented && %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented abort | FileCheck %s --check-prefix=ABORT
// RUN: %S/Inputs/everywhere %mcmini %t.plain abort | FileCheck %s --check-prefix=ABORT
// ABORT: trunk: 1 mcmini: assertion failed: abort() was called; replayed; nothing left
// ABORT-NEXT: main: 1 mcmini: assertion failed: abort() was called; replayed; nothing left
// ABORT-NEXT: thread: 1 mcmini: assertion failed: abort() was called; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented assert | FileCheck %s --check-prefix=ASSERT
// RUN: %S/Inputs/everywhere %mcmini %t.plain assert | FileCheck %s --check-prefix=ASSERT
// ASSERT: trunk: 1 mcmini: assertion failed: assertion `lock.__data.__owner == 17' failed in {{.*}}; replayed; nothing left
// ASSERT-NEXT: main: 1 mcmini: assertion failed: assertion `lock.__data.__owner == 17' failed in {{.*}}; replayed; nothing left
// ASSERT-NEXT: thread: 1 mcmini: assertion failed: assertion `lock.__data.__owner == 17' failed in {{.*}}; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented silent | FileCheck %s --check-prefix=SILENT
// RUN: %S/Inputs/everywhere %mcmini %t.plain silent | FileCheck %s --check-prefix=SILENT
// SILENT: trunk: 1 mcmini: assertion failed: assertion `lock.__data.__owner == 17' failed in {{.*}}; replayed; nothing left
// SILENT-NEXT: main: 1 mcmini: assertion failed: assertion `lock.__data.__owner == 17' failed in {{.*}}; replayed; nothing left
// SILENT-NEXT: thread: 1 mcmini: assertion failed: assertion `lock.__data.__owner == 17' failed in {{.*}}; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented ignored | FileCheck %s --check-prefix=IGNORED
// RUN: %S/Inputs/everywhere %mcmini %t.plain ignored | FileCheck %s --check-prefix=IGNORED
// IGNORED: trunk: 1 mcmini: assertion failed: killed by SIGABRT {{.*}}; replayed; nothing left
// IGNORED-NEXT: main: 1 mcmini: assertion failed: killed by SIGABRT {{.*}}; replayed; nothing left
// IGNORED-NEXT: thread: 1 mcmini: assertion failed: killed by SIGABRT {{.*}}; replayed; nothing left
#include "Inputs/places.h"
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void fault(const char *name) {
  if (is(name, "assert"))
    assert(lock.__data.__owner == 17);
  if (is(name, "silent")) {
    fclose(stdin);
    fclose(stdout);
    fclose(stderr);
    assert(lock.__data.__owner == 17);
  }
  if (is(name, "ignored"))
    signal(SIGABRT, SIG_IGN);
  abort();
}
